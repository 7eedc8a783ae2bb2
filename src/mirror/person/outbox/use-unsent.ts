import { readUnsent } from "./read-unsent.ts";
import type { Unsent } from "./unsent.ts";
import { useLooking } from "./use-unsent-count.ts";

/** All unsent work, kept current; undefined until the first read. */
export function useUnsent(): Unsent | undefined {
  return useLooking(readUnsent, ({ recording }) => recording.length > 0);
}
