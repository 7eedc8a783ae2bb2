import type { QueueItem } from "@contracts/queue-item.ts";
import Dexie from "dexie";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { deferred } from "#tests/support/deferred.ts";
import { AccountAnew } from "#tests/support/sync/account-anew.ts";
import { loadPage } from "#tests/support/sync/earlier-account.ts";
import { sendAll, sendUntil } from "#tests/support/sync/waiting.ts";
import { expectAllOnce, makeEverything, unsentIn } from "#tests/support/sync/work-of-account.ts";
import { readHistory } from "../mirror/person/agent-logs.ts";
import { waitingItems } from "../mirror/person/outbox/outbox.ts";
import { PersonDatabase } from "../mirror/person/person-database.ts";
import { readRecordingBytes } from "../mirror/person/recordings/recordings.ts";
import { moveLockName } from "../platform/lock-names.ts";
import { askQuestion } from "./questions.ts";
import { beginRecording } from "./recording-session.ts";

let account: AccountAnew;

beforeEach(() => {
  vi.stubGlobal("caches", { keys: async () => [] });
  account = new AccountAnew();
});
afterEach(() => account.close());

const ASK = { agent: "ask", conversation: "ask" } as const;

/** The unsent items of the present account, sorted. */
const moved = async () => (await unsentIn(account.ids.to)).sort();
/** The questions that the server has, in order. */
const questions = () =>
  [...account.device.server.messages.values()].flatMap(({ role, content }) =>
    role === "user" ? content : [],
  );
const rows = () => [...account.device.server.logs.values()];
/** The item is sent from the present account. */
async function send(id: string, end?: "needs-attention"): Promise<void> {
  await sendUntil(account.now, id, end);
}

it("the unsent work of an earlier account is queued under the present account with its bytes and ids, and arrives once", async () => {
  const made = await makeEverything(account.device);
  account.beginAnew();
  expect(await account.takeOver()).toEqual({ kind: "ok", value: null });
  expect(await moved()).toEqual(Object.values(made).sort());
  account.now.engine.start();
  await expectAllOnce(account.device, account.now, account.ids, made);
  expect(questions()).toEqual(["First?", "Second?"]);
});

it("the unsent work of an earlier account is queued behind waiting items of its lane, like a new item", async () => {
  const { first, second } = await makeEverything(account.device);
  account.beginAnew();
  const own = await askQuestion(account.now.db, account.now.ports, { ...ASK, text: "Mine?" });
  const old = new PersonDatabase(account.from);
  const spent: Partial<QueueItem> = {
    state: "needs-attention",
    attempts: 4,
    due: null,
    reason: { code: "suspended", message: "No." },
    steps: { [`say ${first}`]: { said: "by an account whose conversations are gone" } },
  };
  await old.outbox.update(first, spent);
  await old.outbox.update(second, { state: "sending", due: null });
  old.close();
  await account.takeOver();
  const lane = (await waitingItems(account.now.db)).filter((item) => item.lane === "ask:ask");
  const ordered = lane.sort((a, b) => (a.place ?? 0) - (b.place ?? 0));
  expect(ordered.map(({ id }) => id)).toEqual([own, first, second]);
  expect(ordered[1]).toMatchObject({ state: "queued", attempts: 0, reason: null });
  expect(ordered[1]?.steps).toEqual({});
  await sendAll(account.now);
  expect(questions()).toEqual(["Mine?", "First?", "Second?"]);
});

it.each<QueueItem["state"]>(["needs-sign-in", "needs-attention", "sending"])(
  "the unsent work of an earlier account is sent automatically although its state was '%s' and it had no due time",
  async (state) => {
    const before = account.device.open();
    const id = await account.device.record(before);
    await before.db.outbox.update(id, { state, due: null });
    before.close();
    account.beginAnew();
    await account.takeOver();
    await send(id);
    expect([...account.device.server.logs.keys()]).toEqual([id]);
  },
);

it("the unsent work of an earlier account is not moved while the server does not answer", async () => {
  const made = await makeEverything(account.device);
  account.beginAnew();
  account.device.server.fate = ({ kind }) => (kind === "take-over" ? "drop-request" : "answer");
  expect(await account.takeOver()).toMatchObject({ kind: "later" });
  expect(await moved()).toEqual([]);
  expect((await unsentIn(account.from)).sort()).toEqual(Object.values(made).sort());
});

it("the unsent work of an earlier account is moved once by two pages at once", async () => {
  const made = await makeEverything(account.device);
  account.beginAnew();
  const pages = [await loadPage(account.device.locks), await loadPage(account.device.locks)];
  await Promise.all(pages.map((page) => account.takeOverIn(page)));
  for (const page of pages) page.close();
  account.now.engine.start();
  await expectAllOnce(account.device, account.now, account.ids, made);
});

it("the unsent work of an earlier account is moved only after another page has finished to move or discard it", async () => {
  const made = await makeEverything(account.device);
  account.beginAnew();
  const name = moveLockName(account.from);
  const held = deferred();
  const other = account.device.locks.request(name, {}, () => held.promise);
  const page = await loadPage(account.device.locks);
  const taking = account.takeOverIn(page);
  await vi.waitFor(async () => {
    expect((await account.device.locks.query()).pending).toContainEqual({ name });
  });
  expect(await moved()).toEqual([]);
  held.resolve();
  await Promise.all([other, taking]);
  expect(await moved()).toEqual(Object.values(made).sort());
  page.close();
});

it("the unsent work of an earlier account keeps a recording that a page of the earlier account is still making", async () => {
  const before = account.device.open();
  const note = await beginRecording(before.db, before.ports, "audio/webm");
  await note.append(Uint8Array.of(1).buffer, 500);
  const sealed = await account.device.record(before);
  account.beginAnew();
  await account.takeOver();
  expect(await moved()).toEqual([sealed]);
  // Its database still exists, and later chunks are stored.
  await note.append(Uint8Array.of(2).buffer, 900);
  await note.seal();
  expect(await unsentIn(account.from)).toEqual([note.id]);
  await account.takeOver();
  expect(await moved()).toEqual([note.id, sealed].sort());
});

it("the unsent work of an earlier account cannot be changed by a drainer of the earlier account that was frozen", async () => {
  await makeEverything(account.device);
  const frozen = account.device.open();
  await frozen.db.drainer.put({ name: "drainer", fence: 7, beatAt: 0 });
  account.beginAnew();
  // A recording in progress stays, and the database with it.
  const note = await beginRecording(frozen.db, frozen.ports, "audio/webm");
  await account.takeOver();
  expect((await frozen.db.drainer.get("drainer"))?.fence).toBe(8);
  await note.discard();
});

async function arrivedUnknown(): Promise<string> {
  const before = account.device.open();
  const id = await account.device.record(before);
  account.device.server.fate = ({ kind }) => (kind === "log" ? "drop-reply" : "answer");
  await before.engine.drainOnce();
  expect(account.device.server.logs.size).toBe(1);
  before.close();
  account.device.server.fate = () => "answer";
  account.beginAnew();
  return id;
}

it("an item that had arrived before the account was deleted becomes the person's own history row, once", async () => {
  const id = await arrivedUnknown();
  await account.takeOver();
  await send(id);
  expect(rows()).toMatchObject([{ id, user_id: account.ids.to }]);
  expect(await readHistory(account.now.db, null)).toHaveLength(1);
});

it("an item that had arrived before the account was deleted becomes their own also when the account that took over the row was deleted before it moved the item", async () => {
  const id = await arrivedUnknown();
  const { backend, db } = account.now;
  expect(await backend.formerPeople.takeOverLogs(db.personId, [id])).toMatchObject({
    kind: "ok",
  });
  expect(account.device.server.logs.get(id)?.user_id).toBe(db.personId);
  account.beginAnew();
  await account.takeOver();
  await send(id);
  expect(rows()).toMatchObject([{ id, user_id: account.ids.to }]);
});

it("an item that had arrived before the account was deleted stays in the queue with a reason when the server does not know whose it was", async () => {
  account.device.server.formerPeople.remembers = false;
  const id = await arrivedUnknown();
  await account.takeOver();
  await send(id, "needs-attention");
  const [item] = await waitingItems(account.now.db);
  expect(item?.reason?.code).toBe("arrived_elsewhere");
  expect(await readRecordingBytes(account.now.db, id)).toHaveLength(1);
  expect(rows()).toMatchObject([{ id, user_id: null }]);
});

it("discarding the work of a deleted account deletes only what the person agreed to lose; items made meanwhile stay", async () => {
  const made = await makeEverything(account.device);
  const { draft, ...items } = made;
  const page = await loadPage(account.device.locks);
  const ports = { clock: account.device.clock, locks: account.device.locks };
  await page.discardUnsent(ports, account.from, Object.values(items));
  expect(await unsentIn(account.from)).toEqual([draft]);
  await page.discardUnsent(ports, account.from, [draft]);
  expect(await Dexie.exists(`field-agents-${account.from}`)).toBe(false);
  page.close();
});
