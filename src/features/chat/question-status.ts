import { NO_NETWORK } from "@contracts/device-code.ts";
import type { QueueItem } from "@contracts/queue-item.ts";
import { IN_FLIGHT } from "@contracts/refusal.ts";
import { reasonWords, statusWords } from "#ui/item-words.ts";

/** What has become of a question that was asked and not answered yet. */
export type QuestionStatus =
  /** On its way, or being answered at the other end. */
  | { kind: "asking" }
  /** Safe on the device, and sent by itself when that is possible. */
  | { kind: "waiting"; words: string; reason: string | null; signIn: boolean }
  /** The server refused it for good; the person must look. */
  | { kind: "refused"; reason: string };

/** Reasons of an attempt that the next one is likely to overcome at once. */
const PASSING: ReadonlySet<string> = new Set([NO_NETWORK, IN_FLIGHT]);

/**
 * Where the questions of one conversation stand, by their ids.
 * @param items in their order: each waits for those before it
 * @param reachable false when the backend is known to be out of reach
 */
export function questionStatuses(
  items: readonly QueueItem[],
  reachable: boolean,
): ReadonlyMap<string, QuestionStatus> {
  const statuses = new Map<string, QuestionStatus>();
  let held = !reachable;
  for (const item of items) {
    const status = statusOf(item, held);
    statuses.set(item.id, status);
    held ||= status.kind === "waiting";
  }
  return statuses;
}

function statusOf(item: QueueItem, held: boolean): QuestionStatus {
  const { state, reason } = item;
  if (state === "needs-attention") {
    return { kind: "refused", reason: reasonWords(item) ?? "The server refused it." };
  }
  if (held || state === "needs-sign-in" || isHeldUp(item)) {
    return {
      kind: "waiting",
      words: statusWords(item),
      // What went wrong before says nothing while the next attempt runs, but must not flicker.
      reason: reason === null ? null : reasonWords({ state: "waiting", reason }),
      signIn: state === "needs-sign-in",
    };
  }
  return { kind: "asking" };
}

/** Whether something other than the way there keeps a question, also while it is tried once more. */
function isHeldUp({ state, reason }: QueueItem): boolean {
  if (reason === null) return false;
  if (state === "waiting") return reason.code !== IN_FLIGHT;
  return !PASSING.has(reason.code);
}
