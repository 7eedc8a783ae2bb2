// @module-tag rest
// @module-tag long

import { mkdtemp, rm } from "node:fs/promises";
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

let dataDir: string;
afterEach(async () => {
  await rm(dataDir, { recursive: true, force: true });
});

async function addCompany(backend: Backend, name: string): Promise<void> {
  const { status } = await rest(backend, "service", "POST", "companies", { name });
  expect(status).toBe(201);
}

async function companies(backend: Backend): Promise<string[]> {
  const { body } = await rest<{ name: string }[]>(
    backend,
    "service",
    "GET",
    "companies?select=name&order=created_at",
  );
  return body.map(({ name }) => name);
}

test("a restart keeps people, rows, keys and sessions", async () => {
  dataDir = await freshDataDir("demo");
  const first = await startBackend({ dataDir });
  const { accessToken, userId } = await signIn(first, "tech@demo.example", "field-demo");
  await addCompany(first, "Another Company");
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
  await signIn(backend, "tech@demo.example", "field-demo");
  expect(await backend.stop()).toBe(0);
}

test("a database whose creation was interrupted is created again", async () => {
  dataDir = await mkdtemp(join(tmpdir(), "field-agents-"));
  await rm(dataDir, { recursive: true });
  await expectWholeDemoAfter([400, 800, 1600, 2400, 3200]);
});

test("interrupted migrations and seeding are completed", async () => {
  dataDir = await freshDataDir();
  const startedAt = performance.now();
  const other = await startBackend();
  const whole = performance.now() - startedAt;
  await other.stop();
  await expectWholeDemoAfter([0.5, 0.6, 0.7, 0.8, 0.9].map((part) => part * whole));
});
