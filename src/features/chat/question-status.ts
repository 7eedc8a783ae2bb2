import type { QueueItem } from "@contracts/queue-item.ts";
import { IN_FLIGHT, NO_NETWORK } from "@contracts/refusal-code.ts";
import { describeReason, describeRefusal, describeStatus } from "#ui/describe-item.ts";

/** The status of a question that has no answer yet. */
export type QuestionStatus =
  /** Being sent, or being answered on the server. */
  | { kind: "asking" }
  /** Stored on the device, and sent automatically when that is possible. */
  | { kind: "waiting"; words: string; reason: string | null; signIn: boolean }
  /** The server refused it for good: the person must decide what to do. */
  | { kind: "refused"; reason: string };

/**
 * The status of each question of one conversation, by its id.
 * @param items in queue order: each waits for the items before it
 * @param reachable false if the backend is known to be out of reach
 */
export function questionStatuses(
  items: readonly QueueItem[],
  reachable: boolean,
): ReadonlyMap<string, QuestionStatus> {
  const statuses = new Map<string, QuestionStatus>();
  let held = !reachable;
  for (const item of items) {
    const status = toStatus(item, held);
    statuses.set(item.id, status);
    held ||= status.kind === "waiting";
  }
  return statuses;
}

function toStatus(item: QueueItem, held: boolean): QuestionStatus {
  const { state, reason } = item;
  if (state === "needs-attention") {
    return { kind: "refused", reason: describeRefusal(reason) };
  }
  if (held || state === "needs-sign-in" || isHeldUp(item)) {
    return {
      kind: "waiting",
      words: describeStatus(item),
      // While the next attempt runs, the old reason is no longer true, but hiding it would make the
      // text flicker.
      reason: reason === null ? null : describeReason({ state: "waiting", reason }),
      signIn: state === "needs-sign-in",
    };
  }
  return { kind: "asking" };
}

/** Whether an earlier failure still delays a question, beyond one that the next attempt solves. */
function isHeldUp({ state, reason }: QueueItem): boolean {
  if (reason === null || reason.code === IN_FLIGHT) return false;
  return state === "waiting" || reason.code !== NO_NETWORK;
}
