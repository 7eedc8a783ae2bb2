// @module-tag rest

import { rm } from "node:fs/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Backend, freshDataDir, rest, startBackend } from "#tests/support/backend.ts";
import {
  isComputing,
  killAll,
  processOf,
  processTree,
  stillRunning,
} from "#tests/support/process-tree.ts";

/** A name and a pattern whose comparison takes longer than a lifetime. */
const NAME = "a".repeat(60);
const PATTERN = encodeURIComponent(`^${"(a*)".repeat(8)}\\8\\7\\6\\5\\4\\3\\2\\1b?c*$`);
const RUNAWAY = `companies?select=name&name=match.${PATTERN}`;

let dataDir: string;
/** On that data directory, with one company. */
let backend: Backend;
beforeEach(async () => {
  dataDir = await freshDataDir();
  backend = await start();
  const { status } = await rest(backend, "service", "POST", "companies", { name: NAME });
  expect(status).toBe(201);
});
afterEach(async () => {
  await rm(dataDir, { recursive: true, force: true });
});

const start = () => startBackend({ dataDir, env: { DEMO: "0" } });

async function namesIn(server: Backend): Promise<string[]> {
  const path = "companies?select=name&order=name";
  return (await rest<{ name: string }[]>(server, "service", "GET", path)).body.map(
    ({ name }) => name,
  );
}

const databaseProcess = () => processOf(processTree(backend.pid), "pglite-child.ts");

/**
 * Sends a request that is never answered; resolves when the database is working on it, with its
 * process.
 */
async function keepBusy() {
  const database = databaseProcess();
  const reply = rest(backend, "service", "GET", RUNAWAY);
  // Some tests end the backend and never use the reply.
  reply.catch(() => {});
  await expect.poll(() => isComputing(database), { interval: 10 }).toBe(true);
  return { database, reply };
}

test("a statement that never ends fails its own request, and delays others only for seconds", async () => {
  const before = databaseProcess();
  const startedAt = performance.now();
  const runaway = rest<{ code: string; message: string }>(backend, "service", "GET", RUNAWAY);
  const others = Array.from({ length: 5 }, (_, i) =>
    rest(backend, "service", "POST", "companies", { name: `Company ${i}` }),
  );

  const { status, body } = await runaway;
  // No 5xx, which clients would treat as a temporary failure.
  expect([status, body.code]).toEqual([422, "57014"]);
  expect(body.message).toContain("canceling statement due to statement timeout");
  expect(performance.now() - startedAt).toBeGreaterThan(9_000);
  expect((await Promise.all(others)).map((reply) => reply.status)).toEqual(Array(5).fill(201));
  const added = Array.from({ length: 5 }, (_, i) => `Company ${i}`);
  expect(await namesIn(backend)).toEqual([...added, NAME]);
  expect(databaseProcess()).not.toBe(before);
  expect(stillRunning([before])).toEqual([]);
  expect(await backend.stop()).toBe(0);
});

test("when the database is killed, its request may be sent again and the next is served", async () => {
  const { database, reply } = await keepBusy();
  killAll([database]);
  const { status, headers } = await reply;
  expect(status).toBe(503);
  expect(headers.get("retry-after")).toBe("1");
  expect(await namesIn(backend)).toEqual([NAME]);
  expect(await backend.stop()).toBe(0);
});

test("SIGTERM ends every process in time, also during a statement that never ends", async () => {
  const processes = processTree(backend.pid);
  await keepBusy();
  const startedAt = performance.now();
  expect(await backend.stop()).toBe(0);
  expect(performance.now() - startedAt).toBeLessThan(8_000);
  expect(stillRunning(processes)).toEqual([]);
});

test("a killed backend leaves no database process, also during a statement that never ends", async () => {
  const processes = processTree(backend.pid);
  const { database } = await keepBusy();
  killAll(processes.filter((pid) => pid !== database));
  const next = await start();
  expect(stillRunning(processes)).toEqual([]);
  expect(await namesIn(next)).toEqual([NAME]);
  expect(await next.stop()).toBe(0);
});
