import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { type ItemStanding, readStanding } from "./standing.ts";

/** Where something stands that was queued, kept current. Undefined without an id, and until it was read. */
export function useStanding(id: string | null): ItemStanding | undefined {
  const db = useMirror();
  const read = useLive(
    async () => (id === null ? null : { id, standing: await readStanding(db, id) }),
    [db, id],
  );
  // Else it is still that of the one before.
  return read?.id === id ? read?.standing : undefined;
}
