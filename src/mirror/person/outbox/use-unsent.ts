import { readUnsent } from "./read-unsent.ts";
import type { Unsent } from "./unsent.ts";
import { useLooking } from "./use-unsent-count.ts";

/** What is on this device and not on the server, kept current; undefined until it was first read. */
export function useUnsent(): Unsent | undefined {
  return useLooking(readUnsent, ({ recording }) => recording.length > 0);
}
