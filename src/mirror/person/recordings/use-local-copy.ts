import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { createSharedLive } from "#mirror/shared-live.ts";
import type { PersonDatabase } from "../person-database.ts";

/**
 * Makes a hook for the row about an entry in a table that has rows about few of them. Only those few
 * are read: a history shows many entries at once.
 * @param readIds reads the ids of the entries with a row
 * @returns a hook that returns the row, kept current; null: not on this device; undefined until the
 *   first read
 */
function createRowHook<Row>(
  readIds: (db: PersonDatabase) => Promise<string[]>,
  read: (db: PersonDatabase, id: string) => Promise<Row | undefined>,
) {
  const useIds = createSharedLive(async (db) => new Set(await readIds(db)));
  return function useRow(id: string): Row | null | undefined {
    const db = useMirror();
    const isHere = useIds()?.has(id);
    const row = useLive(isHere === true ? async () => (await read(db, id)) ?? null : null, [
      ...[db, id, isHere],
    ]);
    return isHere === false ? null : row;
  };
}

const useDraftRow = createRowHook(
  (db) => db.speechDrafts.toCollection().primaryKeys(),
  (db, id) => db.speechDrafts.get(id),
);

/** The device's own transcription of a recording so far; undefined when there is none. */
export const useDraft = (id: string) => useDraftRow(id) ?? undefined;

/** The audio of a history entry. */
export const useKeptAudio = createRowHook(
  (db) => db.keptAudio.toCollection().primaryKeys(),
  (db, id) => db.keptAudio.get(id),
);

/** A photo that waits or arrived recently. */
export const usePhoto = createRowHook(
  (db) => db.photos.toCollection().primaryKeys(),
  (db, id) => db.photos.get(id),
);
