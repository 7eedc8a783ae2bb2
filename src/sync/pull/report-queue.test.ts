import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Backend } from "#backend/backend.ts";
import { type Outcome, unreachable } from "#backend/outcome.ts";
import { db } from "#tests/support/empty-mirror.ts";
import { queueItem } from "#tests/support/rows.ts";
import { reportQueue } from "./report-queue.ts";

const HOUR = 60 * 60 * 1000;
const START = Date.parse("2026-03-01T08:00:00Z");
let time: number;
let answer: Outcome<true>;
const addUnread = vi.fn(async (..._: unknown[]) => answer);

beforeEach(() => {
  vi.stubGlobal("navigator", { userAgent: "Mozilla/5.0 (iPhone) Mobile/15E148" });
  [time, answer] = [START, { kind: "ok", value: true }];
  addUnread.mockClear();
});
afterEach(() => vi.unstubAllGlobals());

const makeItem = async (id: string, hoursAgo: number) => {
  await db.outbox.put(queueItem({ id, capturedAt: START - hoursAgo * HOUR }));
};
const run = () => reportQueue.run(db, { rows: { addUnread } } as unknown as Backend, () => time);
/** What the server was told since this was last asked. */
async function told(): Promise<unknown[]> {
  addUnread.mockClear();
  await run();
  return addUnread.mock.calls.map(([, table, row]) => [table, row]);
}

it("tells the server nothing of an empty queue, nor of what was made within an hour", async () => {
  expect(await told()).toEqual([]);
  await makeItem("b", 0.5);
  expect(await told()).toEqual([]);
});

it("tells the server what waits, and since when, at most once an hour and only when it has changed", async () => {
  await makeItem("a", 30);
  await makeItem("b", 1);
  const device = expect.stringMatching(/^Mobile [0-9a-f]{8}$/);
  const oldest = new Date(START - 30 * HOUR).toISOString();
  const row = { user_id: db.personId, device, waiting: 2, oldest };
  answer = unreachable();
  expect(await told()).toEqual([["device_queues", row]]);
  answer = { kind: "ok", value: true };
  const [[, first]] = (await told()) as [[string, { device: string }]];
  expect(first).toEqual(row);
  await makeItem("c", 2);
  expect(await told()).toEqual([]);
  time += HOUR;
  expect(await told()).toEqual([["device_queues", { ...first, waiting: 3 }]]);
  time += HOUR;
  expect(await told()).toEqual([]);
});

it("tells the server at once that nothing waits any more", async () => {
  await makeItem("a", 30);
  await told();
  await db.outbox.clear();
  expect(await told()).toMatchObject([["device_queues", { waiting: 0, oldest: null }]]);
  expect(await told()).toEqual([]);
});
