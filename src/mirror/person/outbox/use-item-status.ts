import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { type ItemStatus, readItemStatus } from "./item-status.ts";

/** Where something stands that was queued, kept current. Undefined without an id, and until it was read. */
export function useItemStatus(id: string | null): ItemStatus | undefined {
  const db = useMirror();
  const read = useLive(
    async () => (id === null ? null : { id, status: await readItemStatus(db, id) }),
    [db, id],
  );
  // Else it is still that of the one before.
  return read?.id === id ? read?.status : undefined;
}
