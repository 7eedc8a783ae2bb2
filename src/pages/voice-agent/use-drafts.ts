import { useEffect } from "react";
import { useMirror } from "#mirror/mirror-context.tsx";
import { deleteEmptyRecordings } from "#mirror/person/outbox/unsent.ts";
import { useUnfinished } from "#mirror/person/outbox/use-unsent-count.ts";
import type { Recording } from "#mirror/person/person-database.ts";

/** Voice notes that were begun and never finished; undefined until they were looked for. */
export function useDrafts(): Recording[] | undefined {
  const db = useMirror();
  const found = useUnfinished();
  useEffect(() => {
    // Counted nowhere: one that stays is deleted another time.
    deleteEmptyRecordings(db).catch(() => undefined);
  }, [db]);
  return found?.unfinished.filter(({ question }) => question === undefined);
}
