import { useEffect } from "react";
import { useMirror } from "../../mirror/mirror-context.tsx";
import type { Recording } from "../../mirror/person-database.ts";
import { deleteEmptyRecordings } from "../../mirror/unsent.ts";
import { useUnsent } from "../../mirror/use-unsent.ts";

/** Voice notes that were begun and never finished; undefined until they were looked for. */
export function useDrafts(): Recording[] | undefined {
  const db = useMirror();
  const unsent = useUnsent();
  useEffect(() => {
    // Counted nowhere: one that stays is deleted another time.
    deleteEmptyRecordings(db).catch(() => undefined);
  }, [db]);
  return unsent?.unfinished.filter(({ question }) => question === undefined);
}
