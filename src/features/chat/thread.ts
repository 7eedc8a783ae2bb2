import type { QueueItem } from "@contracts/queue-item.ts";
import { messageIdOf } from "#mirror/person/outbox/question-ids.ts";
import type { MirroredMessage } from "#mirror/person/person-database.ts";

/** What stands in a conversation: what was said and arrived, or a question on its way. */
export type ThreadEntry =
  | { kind: "message"; id: string; message: MirroredMessage }
  | { kind: "question"; id: string; item: QueueItem };

/**
 * A conversation in the order it was led. Questions and their messages share ids, and those are
 * UUIDv7: they sort by when they were asked, on whichever device.
 * @param messages oldest first
 * @param items questions that wait, in their order; one that has arrived meanwhile is left out
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
    thread.push(...waiting.splice(0, before).map(questionOf));
    thread.push({ kind: "message", id: message.id, message });
  }
  return [...thread, ...waiting.map(questionOf)];
}

function goesFirst(item: QueueItem, message: MirroredMessage): boolean {
  // What is said about a refused question stands below it.
  if (message.role === "assistant") return message.id === messageIdOf(item.id, "setup");
  return item.id < message.id;
}

function questionOf(item: QueueItem): ThreadEntry {
  return { kind: "question", id: item.id, item };
}
