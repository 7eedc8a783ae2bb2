import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { readKeptAudio } from "./kept-audio.ts";
import type { KeptAudio } from "./recording-rows.ts";

/** The audio of a history entry. Null: not on this device; undefined until the first read. */
export function useKeptAudio(id: string): KeptAudio | null | undefined {
  const db = useMirror();
  return useLive(async () => (await readKeptAudio(db, id)) ?? null, [db, id]);
}
