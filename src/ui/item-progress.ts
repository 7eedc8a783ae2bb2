import type { QueueItem } from "@contracts/queue-item.ts";
import { AI_NOT_CONFIGURED, IN_FLIGHT, NO_NETWORK } from "@contracts/refusal-code.ts";

/** The progress of an item that was just made, for the page where it was made. */
export type ItemProgress =
  /** Being sent, or being processed on the server. */
  | { kind: "processing" }
  /** Stored on the device, and sent automatically when that is possible. */
  | { kind: "saved"; message: string }
  /** The server refused it for good: the person must decide what to do. */
  | { kind: "refused"; reason: QueueItem["reason"] };

const SAVED_OFFLINE = "Saved on this device. It will be sent when you are back online.";
const SAVED_BUSY = "Saved on this device. It could not be sent yet and will be tried again.";
const SAVED_SIGNED_OUT = "Saved on this device. Sign in again with the same account to send it.";

/** The progress of an item that was just queued, before more is known about it. */
export function queuedProgress(reachable: boolean): ItemProgress {
  return reachable ? { kind: "processing" } : { kind: "saved", message: SAVED_OFFLINE };
}

/**
 * @param circumstances.reachable false if the backend is known to be out of reach
 * @param circumstances.notSetUp an item waits for an AI provider; items that were not tried yet
 * wait for it too
 * @param circumstances.whenNotSetUp the message in that case
 */
export function itemProgress(
  item: Pick<QueueItem, "state" | "reason">,
  circumstances: { reachable: boolean; notSetUp: boolean; whenNotSetUp: string },
): ItemProgress {
  const { reachable, notSetUp, whenNotSetUp } = circumstances;
  switch (item.state) {
    case "needs-attention":
      return { kind: "refused", reason: item.reason };
    case "needs-sign-in":
      return { kind: "saved", message: SAVED_SIGNED_OUT };
    case "queued":
    case "sending":
      // Also during another attempt: otherwise the page would flicker at every attempt.
      if (reachable && (notSetUp || item.reason?.code === AI_NOT_CONFIGURED)) {
        return { kind: "saved", message: whenNotSetUp };
      }
      return queuedProgress(reachable);
    case "waiting": {
      const code = item.reason?.code;
      if (code === AI_NOT_CONFIGURED) return { kind: "saved", message: whenNotSetUp };
      if (!reachable || code === NO_NETWORK) return { kind: "saved", message: SAVED_OFFLINE };
      // An earlier attempt still runs on the server; the next attempt fetches its answer.
      if (code === IN_FLIGHT) return { kind: "processing" };
      return { kind: "saved", message: SAVED_BUSY };
    }
  }
}
