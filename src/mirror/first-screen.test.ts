import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { deviceDatabase } from "./device/device-database.ts";
import { isChatEmpty, readNewestLogs } from "./first-screen.ts";
import { readHistory } from "./person/agent-logs.ts";
import { PersonDatabase } from "./person/person-database.ts";

let db: PersonDatabase;
const personId = "6b0d6f0e-0000-4000-8000-000000000001";

const signIn = (role: string, id = personId) =>
  deviceDatabase.values.put({ key: "identity", value: JSON.stringify({ id, role }) });

/** A history row; times are minutes. */
const log = (made: number, arrived = made) => ({
  ...{ id: `${made}-${arrived}`, user_id: personId, agent_type: "voice" as const },
  ...{ input_type: "voice" as const, input_data: "said", output_summary: "short", mirroredAt: 0 },
  captured_at: new Date(made * 60_000).toISOString(),
  created_at: new Date(arrived * 60_000).toISOString(),
});

beforeEach(async () => {
  vi.stubGlobal("document", new EventTarget());
  db = new PersonDatabase(personId);
  await db.open();
  await signIn("field_tech");
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await db.delete();
  await deviceDatabase.values.clear();
});

it("reads the newest entries in the order of the history, also those that arrived late", async () => {
  const logs = Array.from({ length: 200 }, (_, n) => log(n));
  await db.agentLogs.bulkPut([...logs, log(10, 300), log(198.5, 301)]);
  const newest = await readNewestLogs(5);
  expect(newest?.map(({ id }) => id)).toEqual(
    (await readHistory(db, null)).slice(0, 5).map(({ id }) => id),
  );
  expect(newest?.[1]?.id).toBe("198.5-301");
});

it("reads all entries of a short history, and none of an empty one", async () => {
  expect(await readNewestLogs(5)).toEqual([]);
  await db.agentLogs.bulkPut([log(1), log(3), log(2, 4)]);
  expect((await readNewestLogs(5))?.map(({ id }) => id)).toEqual(["3-3", "2-4", "1-1"]);
});

it("does not guess when so many entries arrived late that older ones may belong between them", async () => {
  await db.agentLogs.bulkPut([
    ...Array.from({ length: 50 }, (_, n) => log(1000 + n)),
    ...Array.from({ length: 70 }, (_, n) => log(n, 5000 + n)),
  ]);
  expect(await readNewestLogs(5)).toBeNull();
});

it("reads nothing when unsent work belongs above the entries", async () => {
  await db.agentLogs.put(log(1));
  await db.outbox.put({ id: "waiting" } as never);
  expect(await readNewestLogs(5)).toBeNull();
  expect(await isChatEmpty("label")).toBe(false);
});

it("knows that Ask's chat is empty only once the server has answered", async () => {
  expect(await isChatEmpty("ask")).toBe(false);
  await db.scopes.put({ name: "ask-conversation", refreshedAt: 1 });
  expect(await isChatEmpty("ask")).toBe(true);
  const message = { id: "1", agent: "ask", conversation: "ask", created_at: "2026-01-01" };
  await db.messages.put(message as never);
  expect(await isChatEmpty("ask")).toBe(false);
  expect(await isChatEmpty("label")).toBe(true);
});

it("reads nothing for an administrator, for nobody, or for somebody without a database", async () => {
  await db.agentLogs.put(log(1));
  await signIn("admin");
  expect(await readNewestLogs(5)).toBeNull();
  await deviceDatabase.values.clear();
  expect(await readNewestLogs(5)).toBeNull();
  await signIn("field_tech", "somebody-else");
  expect(await readNewestLogs(5)).toBeNull();
  const names = (await indexedDB.databases()).map(({ name }) => name);
  expect(names).not.toContain("field-agents-somebody-else");
});
