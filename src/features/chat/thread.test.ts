import type { QueueItem } from "@contracts/queue-item.ts";
import { expect, it } from "vitest";
import type { MirroredMessage } from "#mirror/person/conversation-rows.ts";
import { furtherMessageId } from "#mirror/person/outbox/question-ids.ts";
import { queueItem } from "#tests/support/rows.ts";
import { buildThread, threadFrom } from "./thread.ts";

const message = (id: string, role: "user" | "assistant", at: number): MirroredMessage => ({
  id,
  user_id: "person",
  role,
  content: id,
  sources: null,
  basis: null,
  created_at: new Date(at).toISOString(),
  agent: "ask",
  conversation: "ask",
  mirroredAt: at,
});

const question = (id: string, capturedAt: number, refused = false) =>
  queueItem({
    id,
    capturedAt,
    payload: { kind: "question", agent: "ask", conversation: "ask", text: id, spoken: null },
    state: refused ? "needs-attention" : "queued",
    reason: refused ? { code: "no_company", message: "No company." } : null,
  });

/** Ids like real ones: here they sort by their first digit. */
const id = (figure: number) => `0190000${figure}-0000-7000-8000-000000000000`;
const [one, two, three, four] = [id(1), id(2), id(3), id(4)];

/** The ids of a thread, in order; those of questions that wait or were refused have a mark. */
const order = (messages: MirroredMessage[], items: QueueItem[]) =>
  buildThread(messages, items).map((entry) =>
    entry.kind === "question" ? `${entry.id}?` : entry.id,
  );
const answered = [message(one, "user", 10), message("a", "assistant", 11)];

it("puts waiting questions after received messages, and one that has just arrived only there", () => {
  const items = [question(one, 9), question(two, 20), question(three, 30)];
  expect(order(answered, items)).toEqual([one, "a", `${two}?`, `${three}?`]);
});

it("keeps a refused question before the later ones that were answered", () => {
  const later = [message(three, "user", 30), message("b", "assistant", 31)];
  const thread = order([...answered, ...later], [question(two, 20, true)]);
  expect(thread).toEqual([one, "a", `${two}?`, three, "b"]);
});

it("puts a message about a refused question below it, and later questions after that", () => {
  const setup = furtherMessageId(two, "setup");
  const messages = [message(one, "user", 10), message(setup, "assistant", 90)];
  const thread = order(messages, [question(two, 20, true), question(four, 15)]);
  expect(thread).toEqual([one, `${two}?`, setup, `${four}?`]);
});

it("begins at a question, whether it waits, was answered, or was taken back", () => {
  const waiting = buildThread(answered, [question(two, 30)]);
  expect(threadFrom(waiting, "").map((entry) => entry.id)).toEqual([one, "a", two]);
  expect(threadFrom(waiting, two).map((entry) => entry.id)).toEqual([two]);
  const arrived = buildThread([...answered, message(two, "user", 30)], [question(three, 40)]);
  expect(threadFrom(arrived, two).map((entry) => entry.id)).toEqual([two, three]);
  expect(threadFrom(buildThread(answered, [question(three, 40)]), two)).toHaveLength(1);
  expect(threadFrom(buildThread(answered, []), two)).toEqual([]);
});
