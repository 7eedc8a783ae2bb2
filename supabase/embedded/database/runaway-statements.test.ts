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
beforeEach(async () => {
  dataDir = await freshDataDir();
});
afterEach(async () => {
  await rm(dataDir, { recursive: true, force: true });
});

async function startWithCompany(): Promise<Backend> {
  const backend = await startBackend({ dataDir, env: { DEMO: "0" } });
  const { status } = await rest(backend, "service", "POST", "companies", { name: NAME });
  expect(status).toBe(201);
  return backend;
}

/** The process that the database runs in. */
function databaseProcess(backend: Backend): number {
  return processOf(processTree(backend.pid), "pglite-child.ts");
}

type Reply = Awaited<ReturnType<typeof rest>>;

/**
 * Sends a request that is never answered; resolves when the database is working on it, with its
 * process.
 */
async function keepBusy(backend: Backend): Promise<{ database: number; reply: Promise<Reply> }> {
  const database = databaseProcess(backend);
  const reply = rest(backend, "service", "GET", RUNAWAY);
  // Some tests end the backend and never use the reply.
  reply.catch(() => {});
  await expect.poll(() => isComputing(database), { interval: 10 }).toBe(true);
  return { database, reply };
}

test("a statement that never ends fails its own request, and delays others only for seconds", async () => {
  const backend = await startWithCompany();
  const before = databaseProcess(backend);
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
  const path = "companies?select=name&order=name";
  const { body: rows } = await rest<{ name: string }[]>(backend, "service", "GET", path);
  expect(rows.map(({ name }) => name)).toEqual([
    ...Array.from({ length: 5 }, (_, i) => `Company ${i}`),
    NAME,
  ]);
  expect(databaseProcess(backend)).not.toBe(before);
  expect(stillRunning([before])).toEqual([]);
  expect(await backend.stop()).toBe(0);
});

test("when the database is killed, its request may be sent again and the next is served", async () => {
  const backend = await startWithCompany();
  const { database, reply } = await keepBusy(backend);
  killAll([database]);
  const { status, headers } = await reply;
  expect(status).toBe(503);
  expect(headers.get("retry-after")).toBe("1");
  const { body } = await rest(backend, "service", "GET", "companies?select=name");
  expect(body).toEqual([{ name: NAME }]);
  expect(await backend.stop()).toBe(0);
});

test("SIGTERM ends every process in time, also during a statement that never ends", async () => {
  const backend = await startWithCompany();
  const processes = processTree(backend.pid);
  await keepBusy(backend);
  const startedAt = performance.now();
  expect(await backend.stop()).toBe(0);
  expect(performance.now() - startedAt).toBeLessThan(8_000);
  expect(stillRunning(processes)).toEqual([]);
});

test("a killed backend leaves no database process, also during a statement that never ends", async () => {
  const backend = await startWithCompany();
  const processes = processTree(backend.pid);
  const { database } = await keepBusy(backend);
  killAll(processes.filter((pid) => pid !== database));
  const next = await startBackend({ dataDir, env: { DEMO: "0" } });
  expect(stillRunning(processes)).toEqual([]);
  const { body } = await rest(next, "service", "GET", "companies?select=name");
  expect(body).toEqual([{ name: NAME }]);
  expect(await next.stop()).toBe(0);
});
