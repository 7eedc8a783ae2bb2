import { countUnsent, readUnfinished, type Unsent, type UnsentCount } from "./unsent.ts";
import { useLooking } from "./use-looking.ts";

/** How much is on this device and not on the server, kept current; undefined until it was first read. */
export function useUnsentCount(): UnsentCount | undefined {
  return useLooking(countUnsent, ({ recording }) => recording > 0);
}

/** What is unfinished of it, or being recorded, likewise. */
export function useUnfinished(): Pick<Unsent, "unfinished" | "recording"> | undefined {
  return useLooking(readUnfinished, ({ recording }) => recording.length > 0);
}
