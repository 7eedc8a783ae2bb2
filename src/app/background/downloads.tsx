import { useEffect } from "react";
import { useMirror } from "#mirror/mirror-context.tsx";
import { loadPatiently } from "#platform/lazy-chunks.ts";
import { useSession } from "#session/session.ts";
import { useIdle } from "#ui/when-idle.ts";

/**
 * Downloads what was chosen for this device, while the person is signed in: their manuals, and the
 * speech model, which is everybody's.
 */
export function Downloads() {
  const db = useMirror();
  const resting = useIdle();
  const signedInId = useSession(({ identity }) => identity?.id);
  const backend = useSession((session) => session.backend);
  // A recording can keep another person's pages open: nothing is downloaded for them with the
  // session of the person who is signed in now.
  const objects = db.personId === signedInId ? backend?.objects : undefined;
  useEffect(() => {
    if (!resting || objects === undefined) return;
    const stop = new AbortController();
    loadPatiently(() => import("./keep-downloads.ts"), stop.signal).then(
      ({ keepDownloads }) => {
        if (!stop.signal.aborted) keepDownloads(db, objects, stop.signal);
      },
      (error) => {
        if (!stop.signal.aborted) console.error("Nothing can be fetched now:", error);
      },
    );
    return () => stop.abort();
  }, [db, objects, resting]);
  return null;
}
