import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import type { PersonDatabase } from "../person-database.ts";

/** A row about an entry, kept current. Null: not on this device; undefined until the first read. */
function useRow<Row>(id: string, read: (db: PersonDatabase) => Promise<Row | undefined>) {
  const db = useMirror();
  return useLive(async () => (await read(db)) ?? null, [db, id]);
}

/** The device's own transcription of a recording so far; undefined when there is none. */
export const useDraft = (id: string) => useRow(id, (db) => db.speechDrafts.get(id)) ?? undefined;

/** The audio of a history entry. */
export const useKeptAudio = (id: string) => useRow(id, (db) => db.keptAudio.get(id));

/** A photo that waits or arrived recently. */
export const usePhoto = (id: string) => useRow(id, (db) => db.photos.get(id));
