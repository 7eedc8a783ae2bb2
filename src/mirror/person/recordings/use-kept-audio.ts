import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import type { KeptAudio } from "../person-database.ts";
import { readKeptAudio } from "./kept-audio.ts";

/** The sound of an entry of the history. Null: not on this device; undefined until that is known. */
export function useKeptAudio(id: string): KeptAudio | null | undefined {
  const db = useMirror();
  return useLive(async () => (await readKeptAudio(db, id)) ?? null, [db, id]);
}
