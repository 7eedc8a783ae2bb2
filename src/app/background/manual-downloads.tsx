import { useEffect } from "react";
import { useMirror } from "#mirror/mirror-context.tsx";
import { loadPatiently } from "#platform/lazy-chunks.ts";
import { useSession } from "#session/session.ts";
import { useIdle } from "#ui/when-idle.ts";

/** Fetches the manuals that the person wants on this device, while they are signed in. */
export function ManualDownloads() {
  const db = useMirror();
  const resting = useIdle();
  const signedInId = useSession(({ identity }) => identity?.id);
  const backend = useSession((session) => session.backend);
  // While a hold keeps somebody's pages, nothing is fetched for them with another's session.
  const objects = db.personId === signedInId ? backend?.objects : undefined;
  useEffect(() => {
    if (!resting || objects === undefined) return;
    const stop = new AbortController();
    loadPatiently(() => import("./keep-manuals.ts"), stop.signal).then(
      ({ keepManuals }) => {
        if (!stop.signal.aborted) keepManuals(db, objects, stop.signal);
      },
      (error) => {
        if (!stop.signal.aborted) console.error("Manuals can't be fetched now:", error);
      },
    );
    return () => stop.abort();
  }, [db, objects, resting]);
  return null;
}
