// @module-tag night
// @module-tag long

import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AiProvider, startAiProvider } from "#tests/support/ai-provider/ai-provider.ts";
import { type Backend, type Place, rest, signIn, startBackend } from "#tests/support/backend.ts";
import { command, demoBackup } from "#tests/support/backup-commands.ts";
import { addPerson, DEMO, refreshed } from "#tests/support/running-backend.ts";
import { openNoteSender } from "#tests/support/send-note.ts";
import { findPostgres } from "#tests/support/setup/postgres.mjs";
import { asOwner } from "#tests/support/signing-keys.ts";

const technician = "tech@demo.example";

const demo = demoBackup();
let provider: AiProvider;
beforeAll(async () => {
  provider = await startAiProvider({ apiKey: "key" });
});
afterAll(() => provider.stop());

const demoOn = (place: Place) =>
  startBackend({
    ...place,
    env: { DEMO: "1", OPENAI_API_KEY: "key", OPENAI_BASE_URL: provider.url },
  });

/** Adds companies and people, and uploads and deletes files, all the time until it is stopped. */
function writeTo(backend: Backend, kind: string) {
  let goesOn = true;
  let added = 0;
  const headers = { apikey: backend.secretKey };
  const put = { ...headers, "content-type": "text/plain", "x-upsert": "true" };
  const add = async () => {
    const company = { name: `${kind} ${added + 1}` };
    expect((await rest(backend, "service", "POST", "companies", company)).status).toBe(201);
    added += 1;
  };
  const store = async (count: number) => {
    const url = `${backend.url}/storage/v1/object/knowledge-base/changing/${count % 3}`;
    const body = `content ${count} `.repeat(1000);
    await fetch(url, { method: "POST", headers: put, body });
    if (count % 2 === 0) await fetch(url, { method: "DELETE", headers });
  };
  const writers = [add, () => addPerson(backend), store].map(async (write) => {
    for (let count = 1; goesOn; count += 1) await write(count);
  });
  return {
    acknowledged: () => added,
    async stop() {
      goesOn = false;
      await Promise.all(writers);
    },
  };
}

/** Signs the technician in and checks that they can read, search, ask and record as before. */
async function checkWork(backend: Backend): Promise<void> {
  const { accessToken, userId: user_id } = await signIn(backend, technician, DEMO);
  const profiles = await rest(backend, accessToken, "GET", "profiles?select=email");
  expect(profiles.body).toEqual([{ email: technician }]);
  const query = "What does E-30 mean on the HP-240?";
  const asked = { query, agent: "label_agent", max_results: 1 };
  const found = await rest(backend, accessToken, "POST", "rpc/search_knowledge", asked);
  expect(found.body).toMatchObject([{ file_name: "northwind-hp-240-service-manual.pdf" }]);
  const reply = await (await openNoteSender(backend)).send(randomBytes(4000));
  expect(await reply.json()).toMatchObject({ success: true });
  const row = { user_id, agent_type: "voice", input_type: "voice", input_data: "A note" };
  expect((await rest(backend, accessToken, "POST", "agent_logs", row)).status).toBe(201);
}

/** Checks that a restored place holds one moment of what `writeTo` writes. @returns its companies */
async function checkMoment(place: Place, kind: string): Promise<number> {
  const column = async (statement: string) =>
    (await asOwner<{ it: string }>(place, statement)).map(({ it }) => it).sort();
  const companies = await column("select name as it from public.companies");
  const names = companies.filter((name) => name.startsWith(`${kind} `));
  expect(names).toEqual(Array.from(names, (_, index) => `${kind} ${index + 1}`).sort());
  // A transaction writes all three tables.
  const accounts = await column("select id::text as it from auth.users");
  expect(await column("select user_id::text as it from auth.identities")).toEqual(accounts);
  expect(await column("select id::text as it from public.profiles")).toEqual(accounts);
  return names.length;
}

/** Checks that each stored file that the database knows is there. */
async function checkFiles(backend: Backend, place: Place): Promise<void> {
  const files = await asOwner<{ path: string; etag: string }>(
    place,
    "select bucket_id || '/' || name as path, metadata ->> 'eTag' as etag from storage.objects",
  );
  for (const { path, etag } of files) {
    const file = await fetch(`${backend.url}/storage/v1/object/${path}`, {
      // A compressed answer has a tag of its own.
      headers: { apikey: backend.secretKey, "accept-encoding": "identity" },
    });
    expect([path, file.status, file.headers.get("etag")]).toEqual([path, 200, etag]);
    expect((await file.bytes()).length).toBeGreaterThan(0);
  }
}

/** Everything of a database but its rows, as statements: also what gives and takes rights. */
function schemaOf({ databaseUrl = "" }: Place): string[] {
  const dump = join(findPostgres() ?? "", "pg_dump");
  const text = execFileSync(dump, ["--schema-only", databaseUrl], { encoding: "utf8" });
  // A random word against commands that an object's name hides.
  return text.split("\n").filter((line) => !/^\\(?:un)?restrict /.test(line));
}

test("a backup of an embedded database under writes is one moment, and goes on on PostgreSQL", async () => {
  const source = await startBackend();
  const archive = join(demo.directory, "of-pglite.tgz");
  const session = await signIn(source, technician, DEMO);
  const writes = writeTo(source, "Shop");
  await expect.poll(writes.acknowledged).toBeGreaterThan(5);
  const before = writes.acknowledged();
  const output = await command("backup", { dataDir: source.dataDir }, archive);
  const after = writes.acknowledged();
  expect(after).toBeGreaterThan(before);
  await writes.stop();
  expect(output).toMatch(/is complete: \d+\.\d MB/);
  expect(output).toContain("secrets, unencrypted");
  expect((await stat(archive)).mode & 0o777).toBe(0o600);
  await source.stop();

  const place = await demo.onPostgres("on-postgres");
  expect(await command("restore", place, archive)).toContain("is restored");
  const companies = await checkMoment(place, "Shop");
  expect(companies).toBeGreaterThanOrEqual(before);
  expect(companies).toBeLessThanOrEqual(after + 1);
  const target = await demoOn(place);
  expect(target.secretKey).toBe(source.secretKey);
  await refreshed(target, session.refreshToken);
  await checkFiles(target, place);
  await checkWork(target);
  const neverRestored = await demo.onPostgres("never-restored");
  await (await demoOn(neverRestored)).stop();
  expect(schemaOf(place).some((line) => line.startsWith("CREATE POLICY"))).toBe(true);
  expect(schemaOf(place)).toEqual(schemaOf(neverRestored));

  // And on: from a server that goes on serving to another database.
  const writesThere = writeTo(target, "Branch");
  const further = join(demo.directory, "of-postgres.tgz");
  await expect.poll(writesThere.acknowledged).toBeGreaterThan(5);
  await command("backup", place, further);
  await writesThere.stop();
  await target.stop();
  const next = await demo.onPostgres("on-another");
  await command("restore", next, further);
  await checkMoment(next, "Branch");
  const again = await demoOn(next);
  await checkFiles(again, next);
  await checkWork(again);
  await again.stop();
});
