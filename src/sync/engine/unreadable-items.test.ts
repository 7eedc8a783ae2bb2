import type { QueueItem } from "@contracts/queue-item.ts";
import { expect, it } from "vitest";
import { ASK_CONVERSATION, waitingQuestions } from "#mirror/person/conversations.ts";
import { laneOfQuestions } from "#mirror/person/outbox/lanes.ts";
import { discardItem, retryItem, waitingItems } from "#mirror/person/outbox/outbox.ts";
import type { StoredItem } from "#mirror/person/outbox/stored-item.ts";
import { askQuestion } from "#outbox/questions.ts";
import { queueItem } from "#tests/support/rows.ts";
import { device, tab } from "#tests/support/sync/one-tab.ts";
import { drained, retryAll, sendUntil, untilState } from "#tests/support/sync/waiting.ts";

const ID = "01a1fd80-1d45-7b23-8f0a-2f6d1c9b7e55";
const LANE = laneOfQuestions("ask", ASK_CONVERSATION);

const item = queueItem({
  id: ID,
  lane: LANE,
  place: 1,
  capturedAt: 1_000,
  payload: {
    kind: "question",
    agent: "ask",
    conversation: ASK_CONVERSATION,
    text: "?",
    spoken: null,
  },
});

const without = (field: keyof QueueItem): StoredItem => {
  const { [field]: _, ...rest } = item;
  return { ...rest, id: ID };
};

/** Rows whose content an older, a newer or a broken version of the app may have left. */
const CONTENT: [string, StoredItem][] = [
  [
    "of a kind that this version does not know",
    { ...item, payload: { kind: "sketch", title: "Drain line" } },
  ],
  ["without a payload", without("payload")],
  ["with a payload that lacks a part", { ...item, payload: { kind: "question", agent: "ask" } }],
  ["with null for a payload", { ...item, payload: null }],
  ["without a lane", without("lane")],
  ["without a size", without("size")],
  ["without steps", without("steps")],
  ["without a time", without("capturedAt")],
  ["with an invalid time", { ...item, capturedAt: 1e300, payload: null }],
  ["that was being sent", { ...item, state: "sending", due: null, steps: null }],
  ["that waits for a sign-in", { ...item, state: "needs-sign-in", due: null, steps: null }],
  ["that has nothing but an id", { id: ID }],
];

/** Rows whose queue fields are wrong in the same way; a retry writes these fields anew. */
const NOTES: [string, StoredItem][] = [
  ["without a reason", without("reason")],
  ["with a reason in an unknown format", { ...item, reason: "busy", state: "waiting", due: 5 }],
  ["without a count of attempts", without("attempts")],
  ["in a state that this version does not know", { ...item, state: "paused", due: null }],
  ["whose due time is not a number", { ...item, due: "tomorrow" }],
];

function ask(text: string): Promise<string> {
  const question = { agent: "ask" as const, conversation: ASK_CONVERSATION, text };
  return askQuestion(tab.db, tab.ports, question);
}

/** Puts a row first into the queue, and waits until what is behind it and beside it was sent. */
async function sendOthers(row: StoredItem): Promise<void> {
  await tab.db.outbox.add(row);
  const others = [await ask("Which filter?"), await device.record(tab)];
  tab.engine.start();
  for (const id of others) await untilState(tab, id, undefined);
}

it.each(CONTENT)(
  "a row of the queue %s is kept and shown, blocks no lane, and can be tried again and discarded",
  async (_, row) => {
    await sendOthers(row);
    const [shown, ...others] = await waitingItems(tab.db);
    expect(others).toEqual([]);
    expect(shown).toMatchObject({ id: ID, payload: { kind: "unreadable" } });
    expect(() => new Date(shown?.capturedAt ?? Number.NaN).toISOString()).not.toThrow();
    expect(await waitingQuestions(tab.db, "ask", ASK_CONVERSATION)).toEqual([]);
    const { state: _s, due: _d, reason: _r, attempts: _a, ...kept } = { ...row };
    expect(await tab.db.outbox.get(ID)).toMatchObject(kept);
    // No part of it was sent.
    expect(device.server.providerCalls.filter((key) => key.startsWith("01a1fd80"))).toEqual([]);
    expect(device.server.logs.has(ID)).toBe(false);
    // The engine has nothing to send, before it is tried again and after.
    expect(await tab.engine.drainOnce()).toBe(1);
    await retryItem(tab.db, ID);
    await tab.engine.drainOnce();
    expect(await waitingItems(tab.db)).toHaveLength(1);
    await discardItem(tab.db, ID);
    expect(await waitingItems(tab.db)).toEqual([]);
  },
);

it.each(NOTES)(
  "a row of the queue %s blocks no other row, and arrives at the latest when it is tried again",
  async (_, row) => {
    await sendOthers(row);
    const states = (await waitingItems(tab.db)).map(({ state }) => state);
    expect(states.filter((state) => state !== "needs-attention")).toEqual([]);
    await retryItem(tab.db, ID);
    await drained(tab);
    expect(device.server.logs.has(ID)).toBe(true);
  },
);

it("an unreadable row reports that on its turn, and is sent once it can be read", async () => {
  await tab.db.outbox.add({ ...item, payload: { kind: "sketch" } });
  await sendUntil(tab, ID, "needs-attention");
  const [shown] = await waitingItems(tab.db);
  expect(shown?.reason?.message).toBe("Update the app to send this item.");
  // As a version of the app does that knows the kind.
  await tab.db.outbox.update(ID, { payload: item.payload });
  await retryItem(tab.db, ID);
  await retryAll(tab);
  expect(device.server.logs.has(ID)).toBe(true);
});

it("many rows that can't be read do not delay the rows behind them", async () => {
  const rows = Array.from({ length: 20 }, (_, n) => ({
    ...item,
    id: `01a1fd80-1d45-7b23-8f0a-${String(n).padStart(12, "0")}`,
    lane: `sketch:${n}`,
    payload: { kind: "sketch" },
    size: 1,
  }));
  await tab.db.outbox.bulkAdd(rows);
  const note = await device.record(tab);
  expect(await tab.engine.drainOnce()).toBe(20);
  expect(device.server.logs.has(note)).toBe(true);
});
