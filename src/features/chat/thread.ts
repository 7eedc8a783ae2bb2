import type { QueueItem } from "@contracts/queue-item.ts";
import type { MirroredMessage } from "#mirror/person/conversation-rows.ts";
import { furtherMessageId } from "#mirror/person/outbox/question-ids.ts";

/** An entry of a conversation: a received message, or a question without an answer. */
export type ThreadEntry =
  | { kind: "message"; id: string; message: MirroredMessage }
  | { kind: "question"; id: string; item: QueueItem };

/**
 * The entries of a conversation in order. A question and its message share an id, and ids are
 * UUIDv7: they sort by the time of the question, on any device.
 * @param messages oldest first
 * @param items waiting questions, in queue order; one that has arrived meanwhile is left out
 */
export function buildThread(
  messages: readonly MirroredMessage[],
  items: readonly QueueItem[],
): ThreadEntry[] {
  const arrived = new Set(messages.map((message) => message.id));
  const waiting = items.filter((item) => !arrived.has(item.id));
  const thread: ThreadEntry[] = [];
  for (const message of messages) {
    const before = waiting.findLastIndex((item) => goesFirst(item, message)) + 1;
    thread.push(...waiting.splice(0, before).map(questionEntry));
    thread.push({ kind: "message", id: message.id, message });
  }
  return [...thread, ...waiting.map(questionEntry)];
}

/** Whether an entry is a question of the person, answered or not. */
export function isQuestion(entry: ThreadEntry): boolean {
  return entry.kind === "question" || entry.message.role === "user";
}

/** The entries from a question on, or from the next one after it, if it was taken back. */
export function threadFrom(thread: readonly ThreadEntry[], from: string): readonly ThreadEntry[] {
  if (from === "") return thread;
  const first = thread.findIndex((entry) => isQuestion(entry) && entry.id >= from);
  return first === -1 ? [] : thread.slice(first);
}

function goesFirst(item: QueueItem, message: MirroredMessage): boolean {
  // A message about a refused question belongs below that question.
  if (message.role === "assistant") return message.id === furtherMessageId(item.id, "setup");
  return item.id < message.id;
}

function questionEntry(item: QueueItem): ThreadEntry {
  return { kind: "question", id: item.id, item };
}
