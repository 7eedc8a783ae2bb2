import { useEffect, useRef } from "react";
import { useItemStatus } from "#mirror/person/outbox/use-item-status.ts";
import { useReachable } from "#sync/use-reachable.ts";
import { queuedProgress } from "#ui/item-progress.ts";
import { showError } from "#ui/toast.ts";
import { type PhotoProgress, photoProgress } from "./photo-progress.ts";
import { NOTICE_WORDS } from "./snap-notice.ts";

/** What has become of a photo that was queued, kept current. Tells when it is refused. */
export function usePhotoProgress(id: string): PhotoProgress {
  const reachable = useReachable();
  const standing = useItemStatus(id);
  // Not read yet: a photo is queued before it is shown here.
  const progress =
    standing === undefined ? queuedProgress(reachable) : photoProgress(standing, reachable);
  const refusal = progress.kind === "refused" ? progress.message : null;
  // One that was refused before the page was opened is no news.
  const wasUnderWay = useRef(false);
  useEffect(() => {
    if (standing === undefined) return;
    if (refusal !== null && wasUnderWay.current) showError(NOTICE_WORDS.failed.title, refusal);
    wasUnderWay.current = refusal === null;
  }, [standing, refusal]);
  return progress;
}
