import { afterEach, beforeEach, expect, it } from "vitest";
import { logRow } from "#tests/support/rows.ts";
import { deviceDatabase } from "./device/device-database.ts";
import { readNewestEntries } from "./newest-entries.ts";
import { readHistory } from "./person/agent-logs.ts";
import { PersonDatabase } from "./person/person-database.ts";

const personId = "6b0d6f0e-0000-4000-8000-000000000001";
let db: PersonDatabase;

const signIn = (role: string, id = personId) =>
  deviceDatabase.values.put({ key: "identity", value: JSON.stringify({ id, role }) });

/** A history row; times are minutes. */
const log = (made: number, arrived = made) => ({
  ...logRow({ id: `${made}-${arrived}`, user_id: personId }),
  captured_at: new Date(made * 60_000).toISOString(),
  created_at: new Date(arrived * 60_000).toISOString(),
  mirroredAt: 0,
});

const idsRead = async (count: number) => (await readNewestEntries(count))?.map(({ id }) => id);

beforeEach(async () => {
  db = new PersonDatabase(personId);
  await db.open();
  await signIn("field_tech");
});
afterEach(async () => {
  await db.delete();
  await deviceDatabase.values.clear();
});

it("reads the newest entries in the order of the history, also those that arrived late", async () => {
  const logs = Array.from({ length: 200 }, (_, n) => log(n));
  await db.agentLogs.bulkPut([...logs, log(10, 300), log(198.5, 301)]);
  const history = (await readHistory(db, null)).map(({ id }) => id);
  expect(await idsRead(5)).toEqual(history.slice(0, 5));
  expect(history[1]).toBe("198.5-301");
});

it("reads all entries of a short history, and none of an empty one", async () => {
  expect(await idsRead(5)).toEqual([]);
  await db.agentLogs.bulkPut([log(1), log(3), log(2, 4)]);
  expect(await idsRead(5)).toEqual(["3-3", "2-4", "1-1"]);
});

it("does not guess when so many entries arrived late that older ones may belong between them", async () => {
  await db.agentLogs.bulkPut([
    ...Array.from({ length: 50 }, (_, n) => log(1000 + n)),
    ...Array.from({ length: 70 }, (_, n) => log(n, 5000 + n)),
  ]);
  expect(await idsRead(5)).toBeUndefined();
});

it.each(["outbox", "recordings"] as const)(
  "reads nothing when something in `%s` belongs above the entries",
  async (table) => {
    await db.agentLogs.put(log(1));
    await db.table(table).put({ id: "unsent" });
    expect(await readNewestEntries(5)).toBeNull();
  },
);

it("reads nothing while an administrator is signed in, and nothing after a sign-out", async () => {
  await db.agentLogs.put(log(1));
  await signIn("admin");
  expect(await readNewestEntries(5)).toBeNull();
  await deviceDatabase.values.clear();
  expect(await readNewestEntries(5)).toBeNull();
});

it("reads only the history of the signed-in person, and does not create a missing database", async () => {
  await db.agentLogs.put(log(1));
  await signIn("field_tech", "somebody-else");
  expect(await readNewestEntries(5)).toBeNull();
  const names = (await indexedDB.databases()).map(({ name }) => name);
  expect(names).not.toContain("field-agents-somebody-else");
});

it("does not upgrade the database of an older version of the app", async () => {
  await db.delete();
  const older = indexedDB.open(db.name, 1);
  await new Promise((resolve) => {
    older.onsuccess = resolve;
  });
  older.result.close();
  expect(await readNewestEntries(5)).toBeNull();
  expect(await indexedDB.databases()).toContainEqual({ name: db.name, version: 1 });
});

it("gives an entry the job that it was moved to last", async () => {
  await db.agentLogs.bulkPut([{ ...log(1), job_id: "made in" }, log(2)]);
  const change = { entry_id: "1-1", kind: "job", transcription: null, summary: null } as const;
  const at = { user_id: personId, changed_at: "", created_at: "", mirroredAt: 0 };
  await db.entryChanges.bulkPut([
    { ...change, ...at, id: "a", job_id: "moved to", revision: 2 },
    { ...change, ...at, id: "b", job_id: null, revision: 1 },
  ]);
  const jobs = (await readNewestEntries(5))?.map(({ job_id }) => job_id ?? null);
  expect(jobs).toEqual([null, "moved to"]);
});
