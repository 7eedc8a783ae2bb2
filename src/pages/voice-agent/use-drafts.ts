import { useEffect } from "react";
import { useMirror } from "#mirror/mirror-context.tsx";
import { deleteEmptyRecordings, useUnfinished } from "#mirror/person/outbox/unsent.ts";
import type { Recording } from "#mirror/person/recordings/recording-rows.ts";

/** Voice notes that were started but never finished; undefined until they have been read. */
export function useDrafts(): Recording[] | undefined {
  const db = useMirror();
  const found = useUnfinished();
  useEffect(() => {
    // An empty recording is not shown anywhere: if this fails, it is deleted at another visit.
    deleteEmptyRecordings(db).catch(() => undefined);
  }, [db]);
  return found?.unfinished.filter(({ question }) => question === undefined);
}
