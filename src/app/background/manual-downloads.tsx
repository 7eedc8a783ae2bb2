import { useEffect } from "react";
import { useMirror } from "#mirror/mirror-context.tsx";
import { loadPatiently } from "#platform/lazy-chunks.ts";
import { useSession } from "#session/session.ts";
import { useIdle } from "#ui/when-idle.ts";

/** Downloads the manuals that the person chose for this device, while they are signed in. */
export function ManualDownloads() {
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
