import { snapProcessReplySchema } from "@contracts/snap-process.ts";
import type { ItemStatus } from "#mirror/person/outbox/item-status.ts";
import { type ItemProgress, itemProgress } from "#ui/item-progress.ts";

/** What has become of a photo that was queued. */
export type PhotoProgress =
  | ItemProgress
  | { kind: "analyzed"; analysis: string }
  /** Nothing is known of it any more: it was discarded, or is long gone. */
  | { kind: "gone" };

const SAVED_NOT_SET_UP = "Saved on this device. Waiting for image analysis to be set up.";

/** @param reachable false when the backend is known to be out of reach */
export function photoProgress(standing: ItemStatus, reachable: boolean): PhotoProgress {
  const { item, reply, notSetUp } = standing;
  if (item !== undefined) {
    return itemProgress(item, { reachable, notSetUp, whenNotSetUp: SAVED_NOT_SET_UP });
  }
  const parsed = snapProcessReplySchema.safeParse(reply);
  if (!parsed.success) return { kind: "gone" };
  return { kind: "analyzed", analysis: parsed.data.analysis.trim() };
}
