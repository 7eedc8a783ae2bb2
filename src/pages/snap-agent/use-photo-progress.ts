import { snapProcessReplySchema } from "@contracts/snap-process.ts";
import type { ItemStatus } from "#mirror/person/outbox/item-status.ts";
import { useItemStatus } from "#mirror/person/outbox/use-item-status.ts";
import { useReachable } from "#sync/use-reachable.ts";
import { type ItemProgress, itemProgress, queuedProgress } from "#ui/item-progress.ts";

/** The progress of a queued photo, kept up to date. */
export function usePhotoProgress(id: string): PhotoProgress {
  const reachable = useReachable();
  const status = useItemStatus(id);
  // Not read yet. A photo is always queued before it is shown here.
  return status === undefined ? queuedProgress(reachable) : photoProgress(status, reachable);
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
