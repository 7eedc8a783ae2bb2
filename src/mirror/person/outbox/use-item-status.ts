import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { type ItemStatus, readItemStatus } from "./item-status.ts";

/** The status of a queued item, kept current. Undefined without an id and until the first read. */
export function useItemStatus(id: string | null): ItemStatus | undefined {
  const db = useMirror();
  const read = useLive(
    async () => (id === null ? null : { id, status: await readItemStatus(db, id) }),
    [db, id],
  );
  // Otherwise it is still the status of the previous id.
  return read?.id === id ? read?.status : undefined;
}
