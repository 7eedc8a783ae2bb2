import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { deviceDatabase } from "#mirror/device/device-database.ts";
import { forgetPerson } from "#mirror/device/forget-person.ts";
import { type Identity, noteSeen } from "#mirror/device/identity.ts";
import { peopleOnDevice, withPersonDatabase } from "#mirror/device/seen-people.ts";
import {
  readUnsentWork,
  unsentOfPredecessors,
  waitingOnDevice,
} from "#mirror/device/unsent-work.ts";
import { queryChunks } from "#mirror/person/recordings/recordings.ts";
import { COMPANY } from "#tests/support/rows.ts";
import { type Context, Device } from "#tests/support/sync/device.ts";
import { sendAll } from "#tests/support/sync/waiting.ts";
import { askForFormerWork } from "./use-former-work.ts";

let device: Device;
let gone: string;

beforeEach(async () => {
  vi.stubGlobal("caches", { keys: async () => [] });
  device = new Device();
  gone = device.server.personId;
  for (const { id } of await peopleOnDevice()) await forgetPerson(id);
});
afterEach(() => device.close());

const asks = () => device.server.requests.filter(({ kind }) => kind === "former-people").length;

async function arrive(personId: string): Promise<Context> {
  device.signIn(personId);
  const seen = { id: personId, email: "Tech@Example.test", companyId: COMPANY };
  await noteSeen(seen as Identity, 7);
  const context = device.open(device.clock, { personId });
  await context.db.open();
  return context;
}

async function leaveNote(): Promise<void> {
  const before = await arrive(gone);
  await device.record(before);
  before.close();
}

/** The account is deleted, and its person signs in with a new one. */
function returnAnew(): Promise<Context> {
  device.server.deleteAccount(gone);
  return arrive(device.server.createAccountAnew(gone));
}

const ask = ({ backend, db }: Context) => askForFormerWork(backend, db.personId);
const unsentOf = ({ db }: Context) => unsentOfPredecessors(db.personId);
const NOTHING = { kind: "ok", value: [] };

it("the device notes each person seen on it, with the address in lower case", async () => {
  (await arrive(gone)).close();
  const noted = { id: gone, email: "tech@example.test", companyId: COMPANY };
  expect(await peopleOnDevice()).toEqual([{ ...noted, lastSeen: 7, successorId: null }]);
});

it("the device knows only the id of a database's person who was never noted", async () => {
  const unnoted = device.open(device.clock, { personId: randomUUID() });
  await device.record(unnoted);
  const [work] = await waitingOnDevice();
  expect(work).toMatchObject({ count: 1, person: { id: unnoted.db.personId, email: null } });
  unnoted.close();
});

it("reading a database that was deleted after it was listed does not create it again", async () => {
  expect(await withPersonDatabase(gone, readUnsentWork)).toBeNull();
  expect(await peopleOnDevice()).toEqual([]);
  await leaveNote();
  expect((await withPersonDatabase(gone, readUnsentWork))?.items).toHaveLength(1);
});

it("the server is asked only while the device has unsent work of other people", async () => {
  (await arrive(gone)).close();
  const me = await arrive(randomUUID());
  expect(await ask(me)).toEqual(NOTHING);
  expect(asks()).toBe(0);
});

it("a stranger learns nothing, and nobody learns anything while the account exists", async () => {
  await leaveNote();
  for (const deleted of [false, true]) {
    if (deleted) device.server.deleteAccount(gone);
    const stranger = await arrive(randomUUID());
    expect(await ask(stranger)).toEqual(NOTHING);
    expect(await unsentOf(stranger)).toEqual([]);
  }
  expect(asks()).toBe(2);
});

it("the device notes the account that replaced a deleted one, for offline starts too", async () => {
  await leaveNote();
  const me = await returnAnew();
  expect(await ask(me)).toEqual(NOTHING);
  expect(await unsentOf(me)).toMatchObject([
    { count: 1, person: { id: gone, successorId: me.db.personId } },
  ]);
});

it("audio without recognised speech counts as unsent work, as it exists only here", async () => {
  const before = await arrive(gone);
  device.server.isSilent = () => true;
  await device.record(before);
  await sendAll(before);
  expect(await waitingOnDevice()).toEqual([]);
  before.close();
  const me = await returnAnew();
  await ask(me);
  expect(await unsentOf(me)).toMatchObject([{ count: 1 }]);
});

it("an administrator is told about the work but does not become its owner", async () => {
  await leaveNote();
  device.server.deleteAccount(gone);
  const administrator = await arrive(randomUUID());
  device.server.formerPeople.administrators.add(administrator.db.personId);
  expect(await ask(administrator)).toMatchObject({ value: [{ count: 1, person: { id: gone } }] });
  expect(await unsentOf(administrator)).toEqual([]);
});

it("nothing is reported when the server does not answer", async () => {
  await leaveNote();
  const me = await returnAnew();
  device.server.fate = ({ kind }) => (kind === "former-people" ? "drop-request" : "answer");
  expect(await ask(me)).toMatchObject({ kind: "later" });
  expect(await unsentOf(me)).toEqual([]);
});

it("what an earlier version of the app had moved when it was killed is sent, and what it left is exported", async () => {
  const before = await arrive(gone);
  const moved = await device.record(before);
  await device.record(before);
  const row = await before.db.outbox.get(moved);
  const recording = await before.db.recordings.get(moved);
  const chunks = await queryChunks(before.db, moved).toArray();
  if (row === undefined || recording === undefined) throw new Error("The note is not there.");
  before.close();
  const me = await returnAnew();
  // It was killed after the copy and before it deleted the original.
  await deviceDatabase.table("moves").put({ from: gone, to: me.db.personId });
  await me.db.table("takenOver").put({ id: moved, from: gone });
  await me.db.recordings.put(recording);
  await me.db.recordingChunks.bulkPut(chunks);
  await me.db.outbox.put(row);

  await ask(me);
  await sendAll(me);
  expect([...device.server.logs.values()]).toMatchObject([{ id: moved, user_id: me.db.personId }]);
  expect(await unsentOf(me)).toMatchObject([{ count: 2, person: { id: gone } }]);
});

it("removing a person from the device also deletes what earlier versions of the app noted of moves", async () => {
  const me = await arrive(gone);
  await deviceDatabase.table("moves").put({ from: randomUUID(), to: gone });
  me.close();
  await forgetPerson(gone);
  expect(await peopleOnDevice()).toEqual([]);
  expect(await deviceDatabase.table("moves").count()).toBe(0);
});
