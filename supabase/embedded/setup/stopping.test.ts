// @module-tag rest

import { rm } from "node:fs/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { freshDataDir, signIn, startBackend } from "#tests/support/backend.ts";
import { processTree, stillRunning } from "#tests/support/process-tree.ts";

let dataDir: string;
beforeEach(async () => {
  dataDir = await freshDataDir();
});
afterEach(async () => {
  await rm(dataDir, { recursive: true, force: true });
});

test.each(["SIGTERM", "SIGINT"] as const)(
  "%s ends every process, with exit code 0",
  async (signal) => {
    const backend = await startBackend({ dataDir });
    const processes = processTree(backend.pid);
    expect(processes.length).toBeGreaterThanOrEqual(3);
    expect(await backend.stop(signal)).toBe(0);
    expect(stillRunning(processes)).toEqual([]);
    await expect(fetch(`${backend.url}/healthz`)).rejects.toThrow();
  },
);

test.each(["SIGTERM", "SIGKILL"] as const)(
  "%s for the npm that has started it ends every process",
  async (signal) => {
    const backend = await startBackend({ dataDir, withNpm: true });
    const processes = processTree(backend.pid);
    // npm, a shell where it stays, the launcher, the backend, the database and the functions.
    expect(processes.length).toBeGreaterThanOrEqual(5);
    process.kill(backend.pid, signal);
    await expect.poll(() => stillRunning(processes)).toEqual([]);
  },
);

test("Ctrl-C, which reaches every process of the terminal at once, ends them all", async () => {
  const backend = await startBackend({ dataDir });
  const processes = processTree(backend.pid);
  for (const pid of processes.slice(1)) process.kill(pid, "SIGINT");
  expect(await backend.stop("SIGINT")).toBe(0);
  expect(stillRunning(processes)).toEqual([]);
});

test("when the launcher is killed, all other processes end", async () => {
  const backend = await startBackend({ dataDir });
  const processes = processTree(backend.pid);
  backend.kill();
  await expect.poll(() => stillRunning(processes)).toEqual([]);
});

test("when the backend itself is killed, the launcher and the functions end", async () => {
  const backend = await startBackend({ dataDir });
  const processes = processTree(backend.pid);
  process.kill(processes[1] ?? 0, "SIGKILL");
  await expect.poll(() => stillRunning(processes)).toEqual([]);
});

test("a request in flight is answered before the backend stops", async () => {
  // Comparing the password keeps the sign-in busy for a while.
  const backend = await startBackend({ dataDir });
  const signingIn = signIn(backend, "tech@demo.example", "field-demo");
  const arrived = fetch(`${backend.url}/healthz`);
  await arrived;
  expect(await backend.stop()).toBe(0);
  expect((await signingIn).accessToken).not.toBe("");
});
