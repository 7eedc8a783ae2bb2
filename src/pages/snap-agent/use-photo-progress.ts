import { snapProcessReplySchema } from "@contracts/snap-process.ts";
import { useEffect, useRef } from "react";
import type { ItemStatus } from "#mirror/person/outbox/item-status.ts";
import { useItemStatus } from "#mirror/person/outbox/use-item-status.ts";
import { useReachable } from "#sync/use-reachable.ts";
import { type ItemProgress, itemProgress, queuedProgress } from "#ui/item-progress.ts";
import { showError } from "#ui/toast.ts";
import { NOTICE_WORDS } from "./snap-notice.ts";

/** What has become of a photo that was queued, kept current. Tells when it is refused. */
export function usePhotoProgress(id: string): PhotoProgress {
  const reachable = useReachable();
  const status = useItemStatus(id);
  // Not read yet: a photo is queued before it is shown here.
  const progress =
    status === undefined ? queuedProgress(reachable) : photoProgress(status, reachable);
  const refusal = progress.kind === "refused" ? progress.message : null;
  // One that was refused before the page was opened is no news.
  const wasUnderWay = useRef(false);
  useEffect(() => {
    if (status === undefined) return;
    if (refusal !== null && wasUnderWay.current) showError(NOTICE_WORDS.failed.title, refusal);
    wasUnderWay.current = refusal === null;
  }, [status, refusal]);
  return progress;
}

/** What has become of a photo that was queued. */
export type PhotoProgress =
  | ItemProgress
  | { kind: "analyzed"; analysis: string }
  /** Nothing is known of it any more: it was discarded, or is long gone. */
  | { kind: "gone" };

const SAVED_NOT_SET_UP = "Saved on this device. Waiting for image analysis to be set up.";

/** @param reachable false when the backend is known to be out of reach */
export function photoProgress(status: ItemStatus, reachable: boolean): PhotoProgress {
  const { item, reply, notSetUp } = status;
  if (item !== undefined) {
    return itemProgress(item, { reachable, notSetUp, whenNotSetUp: SAVED_NOT_SET_UP });
  }
  const parsed = snapProcessReplySchema.safeParse(reply);
  if (!parsed.success) return { kind: "gone" };
  return { kind: "analyzed", analysis: parsed.data.analysis.trim() };
}
