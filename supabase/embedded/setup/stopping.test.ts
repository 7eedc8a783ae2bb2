// @module-tag rest
// @module-tag long

import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import {
  type Backend,
  freshDataDir,
  rest,
  runToEnd,
  signIn,
  startBackend,
} from "#tests/support/backend.ts";
import { processTree, stillRunning } from "#tests/support/process-tree.ts";
import { DEMO } from "#tests/support/running-backend.ts";

let dataDir: string;
afterEach(() => dataDir && rm(dataDir, { recursive: true, force: true }));

async function companies(backend: Backend): Promise<string[]> {
  const path = "companies?select=name&order=created_at";
  const { body } = await rest<{ name: string }[]>(backend, "service", "GET", path);
  return body.map(({ name }) => name);
}

test("a restart keeps people, rows, keys and sessions", async () => {
  dataDir = await freshDataDir("demo");
  const first = await startBackend({ dataDir });
  const { accessToken, userId } = await signIn(first, "tech@demo.example", DEMO);
  const another = { name: "Another Company" };
  expect((await rest(first, "service", "POST", "companies", another)).status).toBe(201);
  expect(await first.stop()).toBe(0);

  const second = await startBackend({ dataDir });
  expect(second.publishableKey).toBe(first.publishableKey);
  expect(await companies(second)).toEqual(["Cascade Climate Services", "Another Company"]);
  const own = await rest(second, accessToken, "GET", "profiles?select=id");
  expect(own.body).toEqual([{ id: userId }]);
  expect(await second.stop()).toBe(0);
});

/**
 * Starts the backend and kills it after each of these times, in milliseconds, then starts it and
 * checks the demo.
 */
async function expectWholeDemoAfter(moments: number[]): Promise<void> {
  for (const killAfter of moments) await runToEnd({ dataDir, killAfter });
  const backend = await startBackend({ dataDir });
  expect(await companies(backend)).toEqual(["Cascade Climate Services"]);
  const { body } = await rest(backend, "service", "GET", "user_roles?select=role&order=role");
  expect(body).toEqual([{ role: "admin" }, { role: "field_tech" }, { role: "super_admin" }]);
  await signIn(backend, "tech@demo.example", DEMO);
  expect(await backend.stop()).toBe(0);
}

test("a database whose creation was interrupted is created again", async () => {
  dataDir = join(tmpdir(), `field-agents-${randomUUID()}`);
  await expectWholeDemoAfter([400, 1600, 3200]);
});

test("interrupted migrations and seeding are completed", async () => {
  dataDir = await freshDataDir();
  const startedAt = performance.now();
  const other = await startBackend();
  const whole = performance.now() - startedAt;
  await other.stop();
  await expectWholeDemoAfter([0.5, 0.7, 0.9].map((part) => part * whole));
});

/** A terminal sends Ctrl-C to every process at once. */
function pressCtrlC(backend: Backend): Promise<number> {
  for (const pid of processTree(backend.pid).slice(1)) process.kill(pid, "SIGINT");
  return backend.stop("SIGINT");
}

test.each<[string, (backend: Backend) => Promise<number>]>([
  ["SIGTERM", (backend) => backend.stop("SIGTERM")],
  ["SIGINT", (backend) => backend.stop("SIGINT")],
  ["Ctrl-C, which reaches every process of the terminal at once,", pressCtrlC],
])("%s ends every process, with exit code 0", async (_, end) => {
  const backend = await startBackend();
  const processes = processTree(backend.pid);
  expect(processes.length).toBeGreaterThanOrEqual(3);
  expect(await end(backend)).toBe(0);
  expect(stillRunning(processes)).toEqual([]);
  await expect(fetch(`${backend.url}/healthz`)).rejects.toThrow();
});

// With npm: npm, a shell where it stays, the launcher, the backend, the database and the functions.
test.each([
  ["SIGTERM for the npm that has started it", true, 0, "SIGTERM"],
  ["SIGKILL for the npm that has started it", true, 0, "SIGKILL"],
  ["SIGKILL for the launcher", false, 0, "SIGKILL"],
  ["SIGKILL for the backend itself", false, 1, "SIGKILL"],
] as const)("%s ends every process", async (_, withNpm, killed, signal) => {
  const backend = await startBackend({ withNpm });
  const processes = processTree(backend.pid);
  expect(processes.length).toBeGreaterThanOrEqual(withNpm ? 5 : 3);
  process.kill(processes[killed] ?? 0, signal);
  await expect.poll(() => stillRunning(processes)).toEqual([]);
  await backend.stop();
});

test("a request in flight is answered before the backend stops", async () => {
  // Comparing the password keeps the sign-in busy for a while.
  const backend = await startBackend();
  const signingIn = signIn(backend, "tech@demo.example", DEMO);
  await fetch(`${backend.url}/healthz`);
  expect(await backend.stop()).toBe(0);
  expect((await signingIn).accessToken).not.toBe("");
});
