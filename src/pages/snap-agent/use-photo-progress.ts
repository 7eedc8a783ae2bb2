import { snapProcessReplySchema } from "@contracts/snap-process.ts";
import { useEffect, useRef } from "react";
import type { ItemStatus } from "#mirror/person/outbox/item-status.ts";
import { useItemStatus } from "#mirror/person/outbox/use-item-status.ts";
import { useReachable } from "#sync/use-reachable.ts";
import { type ItemProgress, itemProgress, queuedProgress } from "#ui/item-progress.ts";
import { showError } from "#ui/toast.ts";
import { NOTICE_WORDS } from "./snap-notice.ts";

/** The progress of a queued photo, kept up to date. Shows a toast when the photo is refused. */
export function usePhotoProgress(id: string): PhotoProgress {
  const reachable = useReachable();
  const status = useItemStatus(id);
  // Not read yet. A photo is always queued before it is shown here.
  const progress =
    status === undefined ? queuedProgress(reachable) : photoProgress(status, reachable);
  const refusal = progress.kind === "refused" ? progress.message : null;
  // No toast for a photo that was refused before the page was opened.
  const wasUnderWay = useRef(false);
  useEffect(() => {
    if (status === undefined) return;
    if (refusal !== null && wasUnderWay.current) showError(NOTICE_WORDS.failed.title, refusal);
    wasUnderWay.current = refusal === null;
  }, [status, refusal]);
  return progress;
}

/** The progress of a queued photo. */
export type PhotoProgress =
  | ItemProgress
  | { kind: "analyzed"; analysis: string }
  /** Nothing is known about it any more: it was discarded, or it is very old. */
  | { kind: "gone" };

const SAVED_NOT_SET_UP = "Saved on this device. Waiting for image analysis to be set up.";

/** @param reachable false if the backend is known to be out of reach */
export function photoProgress(status: ItemStatus, reachable: boolean): PhotoProgress {
  const { item, reply, notSetUp } = status;
  if (item !== undefined) {
    return itemProgress(item, { reachable, notSetUp, whenNotSetUp: SAVED_NOT_SET_UP });
  }
  const parsed = snapProcessReplySchema.safeParse(reply);
  if (!parsed.success) return { kind: "gone" };
  return { kind: "analyzed", analysis: parsed.data.analysis.trim() };
}
