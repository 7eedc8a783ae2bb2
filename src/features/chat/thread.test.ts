import type { QueueItem } from "@contracts/queue-item.ts";
import { expect, it } from "vitest";
import type { MirroredMessage } from "#mirror/person/conversation-rows.ts";
import { messageIdOf } from "#mirror/person/outbox/question-ids.ts";
import { buildThread, threadFrom } from "./thread.ts";

function message(id: string, role: "user" | "assistant", at: number): MirroredMessage {
  return {
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
  };
}

function question(id: string, capturedAt: number, refused = false): QueueItem {
  return {
    id,
    lane: "ask:ask",
    capturedAt,
    size: 1,
    payload: { kind: "question", agent: "ask", conversation: "ask", text: id, spoken: null },
    state: refused ? "needs-attention" : "queued",
    attempts: 0,
    due: null,
    reason: refused ? { code: "no_company", message: "No company." } : null,
    steps: {},
  };
}

/** Ids like real ones: here they sort by their first digit. */
const id = (figure: number) => `0190000${figure}-0000-7000-8000-000000000000`;
const [one, two, three, four] = [id(1), id(2), id(3), id(4)];

const order = (messages: MirroredMessage[], items: QueueItem[]) =>
  buildThread(messages, items).map((entry) => [entry.kind, entry.id]);

it("puts waiting questions after received messages", () => {
  const messages = [message(one, "user", 10), message("a", "assistant", 11)];
  expect(order(messages, [question(two, 20), question(three, 30)])).toEqual([
    ["message", one],
    ["message", "a"],
    ["question", two],
    ["question", three],
  ]);
});

it("shows a question only once if it arrived between the two reads", () => {
  const messages = [message(one, "user", 10), message("a", "assistant", 11)];
  expect(order(messages, [question(one, 9)])).toEqual([
    ["message", one],
    ["message", "a"],
  ]);
});

it("keeps a refused question before the later ones that were answered", () => {
  const messages = [
    message(one, "user", 10),
    message("a", "assistant", 11),
    message(three, "user", 30),
    message("b", "assistant", 31),
  ];
  expect(order(messages, [question(two, 20, true)])).toEqual([
    ["message", one],
    ["message", "a"],
    ["question", two],
    ["message", three],
    ["message", "b"],
  ]);
});

it("puts a message about a refused question below it, and later questions after that", () => {
  const setup = messageIdOf(two, "setup");
  const messages = [message(one, "user", 10), message(setup, "assistant", 90)];
  expect(order(messages, [question(two, 20, true), question(four, 15)])).toEqual([
    ["message", one],
    ["question", two],
    ["message", setup],
    ["question", four],
  ]);
});

it("begins at a question, whether it waits, was answered, or was taken back", () => {
  const answered = [message(one, "user", 1), message("answer", "assistant", 2)];
  const waiting = buildThread(answered, [question(two, 3)]);
  expect(threadFrom(waiting, "").map((entry) => entry.id)).toEqual([one, "answer", two]);
  expect(threadFrom(waiting, two).map((entry) => entry.id)).toEqual([two]);
  const arrived = buildThread([...answered, message(two, "user", 3)], [question(three, 4)]);
  expect(threadFrom(arrived, two).map((entry) => entry.id)).toEqual([two, three]);
  expect(threadFrom(buildThread(answered, [question(three, 4)]), two)).toHaveLength(1);
  expect(threadFrom(buildThread(answered, []), two)).toEqual([]);
});
