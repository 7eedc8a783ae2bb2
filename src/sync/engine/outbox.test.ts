import { beforeEach, expect, it } from "vitest";
import {
  type AttemptToken,
  Fenced,
  holdForAttention,
  holdForSignIn,
  postpone,
  recordSteps,
  reviveInterrupted,
  takeFence,
  writeHeartbeat,
} from "#mirror/person/outbox/attempts.ts";
import { pickDue } from "#mirror/person/outbox/due.ts";
import { waitingItems } from "#mirror/person/outbox/outbox.ts";
import { type Arrived, settleAndClaimNext } from "#mirror/person/outbox/settle-and-claim.ts";
import { logRow } from "#tests/support/rows.ts";
import { device, tab } from "#tests/support/sync/one-tab.ts";

let token: AttemptToken;

const reason = { code: "x", message: "x" };

/** An item in flight, whose fence another drainer has replaced since. */
beforeEach(async () => {
  const id = await device.record(tab);
  const fence = await takeFence(tab.db, 0);
  await settleAndClaimNext(tab.db, fence, 0, { arrived: [], limit: 1, skip: null });
  token = { id, fence, attempt: 1 };
  await takeFence(tab.db, 0);
});

const turn = (arrived: Arrived[]): Promise<unknown> =>
  settleAndClaimNext(tab.db, token.fence, 1, { arrived, limit: 1, skip: () => false });

it("rejects a drainer of a deleted database, when its page has created the database again", async () => {
  const old = token.fence + 1;
  await writeHeartbeat(tab.db, old, 1);
  await tab.db.delete();
  const again = device.open(tab.clock);
  const fences = [await takeFence(again.db, 60_000), await takeFence(again.db, 60_000)];
  expect(fences).not.toContain(old);
  await expect(writeHeartbeat(again.db, old, 60_001)).rejects.toThrow(Fenced);
});

it.each<[string, () => Promise<unknown>]>([
  ["beat", () => writeHeartbeat(tab.db, token.fence, 1)],
  ["revive", () => reviveInterrupted(tab.db, token.fence, Number.MAX_SAFE_INTEGER)],
  ["start an attempt", () => turn([])],
  ["record a step", () => recordSteps(tab.db, token, { transcribe: {} })],
  ["postpone", () => postpone(tab.db, token, 1, reason)],
  ["hold for sign-in", () => holdForSignIn(tab.db, token, reason)],
  ["hold for attention", () => holdForAttention(tab.db, token, reason)],
  ["settle", () => turn([{ ...token, reply: {}, messages: [], log: logRow({ id: token.id }) }])],
])("a drainer that was replaced cannot %s any more", async (_, write) => {
  const before = await waitingItems(tab.db);
  await expect(write()).rejects.toBeInstanceOf(Fenced);
  expect(await waitingItems(tab.db)).toEqual(before);
});

it("an item in flight is not picked, and is queued again when its drainer is gone", async () => {
  expect(await pickDue(tab.db, Number.MAX_SAFE_INTEGER, 10, () => false)).toEqual([]);
  const fence = await takeFence(tab.db, 0);
  await reviveInterrupted(tab.db, fence, Number.MAX_SAFE_INTEGER);
  const [item] = await pickDue(tab.db, 0, 10, () => false);
  expect(item).toMatchObject({ id: token.id, state: "queued", attempts: 1 });
});
