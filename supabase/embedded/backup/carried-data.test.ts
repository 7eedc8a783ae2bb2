// @module-tag rest
// @module-tag long

import { randomUUID } from "node:crypto";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AiProvider, startAiProvider } from "#tests/support/ai-provider/ai-provider.ts";
import { type Backend, rest, signIn, startBackend } from "#tests/support/backend.ts";
import { command, entryOf, type Place, rowsOf } from "#tests/support/backup-commands.ts";
import { type Contents, demoBackup } from "#tests/support/demo-backup.ts";
import { voiceRequest } from "#tests/support/voice-request.ts";

const technician = "tech@demo.example";
const password = "field-demo";

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
function writeTo(
  backend: Backend,
  kind: string,
): { acknowledged(): number; stop(): Promise<void> } {
  let goesOn = true;
  let added = 0;
  const headers = { apikey: backend.secretKey };
  const files = `${backend.url}/storage/v1/object/knowledge-base`;
  const adding = (async () => {
    while (goesOn) {
      const company = { name: `${kind} ${added + 1}` };
      const { status } = await rest(backend, "service", "POST", "companies", company);
      expect(status).toBe(201);
      added += 1;
    }
  })();
  const hiring = (async () => {
    while (goesOn) {
      const person = { email: `${randomUUID()}@example.com`, password: "a long password" };
      const { status } = await fetch(`${backend.url}/auth/v1/admin/users`, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify({ ...person, email_confirm: true }),
      });
      expect(status).toBe(200);
    }
  })();
  const storing = (async () => {
    for (let count = 1; goesOn; count += 1) {
      const name = `changing/${count % 3}`;
      const body = `content ${count} `.repeat(1000);
      const put = { ...headers, "content-type": "text/plain", "x-upsert": "true" };
      await fetch(`${files}/${name}`, { method: "POST", headers: put, body });
      if (count % 2 === 0) await fetch(`${files}/${name}`, { method: "DELETE", headers });
    }
  })();
  return {
    acknowledged: () => added,
    async stop() {
      goesOn = false;
      await Promise.all([adding, hiring, storing]);
    },
  };
}

/** Signs the technician in and checks that they can read, ask and record as before. */
async function checkWork(backend: Backend): Promise<void> {
  const { accessToken } = await signIn(backend, technician, password);
  const profiles = await rest(backend, accessToken, "GET", "profiles?select=email");
  expect(profiles.body).toEqual([{ email: technician }]);
  const found = await rest<{ file_name: string }[]>(
    backend,
    accessToken,
    "POST",
    "rpc/search_knowledge",
    { query: "What does E-30 mean on the HP-240?", agent: "label_agent", max_results: 3 },
  );
  expect(found.body[0]?.file_name).toBe("northwind-hp-240-service-manual.pdf");
  const { body, headers } = voiceRequest({ accessToken, key: randomUUID() });
  const reply = await fetch(`${backend.url}/functions/v1/voice-transcribe`, {
    method: "POST",
    headers: { ...Object.fromEntries(headers), apikey: backend.publishableKey },
    body: await new Response(body).arrayBuffer(),
  });
  expect(await reply.json()).toMatchObject({ success: true });
  const row = { agent_type: "voice", input_type: "voice", input_data: "A note" };
  const { sub } = JSON.parse(Buffer.from(accessToken.split(".")[1] ?? "", "base64url").toString());
  const log = await rest(backend, accessToken, "POST", "agent_logs", { ...row, user_id: sub });
  expect(log.status).toBe(201);
}

/** Checks that an archive holds one moment of what `writeTo` writes. */
async function checkMoment(path: string, kind: string): Promise<number> {
  const names = (await rowsOf(path, "public.companies"))
    .map(({ name }) =>
      Number(name?.startsWith(`${kind} `) ? name.slice(kind.length + 1) : Number.NaN),
    )
    .filter(Number.isInteger)
    .sort((one, other) => one - other);
  expect(names).toEqual(Array.from(names, (_, index) => index + 1));
  // A transaction writes all three tables.
  const accounts = (await rowsOf(path, "auth.users")).map(({ id }) => id).sort();
  const identities = (await rowsOf(path, "auth.identities")).map(({ user_id }) => user_id).sort();
  const profiles = (await rowsOf(path, "public.profiles")).map(({ id }) => id).sort();
  expect([identities, profiles]).toEqual([accounts, accounts]);
  const { files } = await entryOf<Contents>(path, "contents.json");
  expect(await rowsOf(path, "storage.objects")).toHaveLength(files.count);
  return names.length;
}

test("a backup of an embedded database under writes is one moment, and goes on on PostgreSQL", async () => {
  const source = await startBackend();
  const archive = join(demo.directory, "of-pglite.tgz");
  const session = await signIn(source, technician, password);
  const writes = writeTo(source, "Shop");
  await expect.poll(writes.acknowledged).toBeGreaterThan(5);
  const before = writes.acknowledged();
  const output = await command("backup", { dataDir: source.dataDir }, archive);
  const after = writes.acknowledged();
  expect(after).toBeGreaterThan(before);
  await writes.stop();
  expect(output).toMatch(/is complete: [\d,]+ rows and \d+ files in/);
  expect(output).toContain("secrets, unencrypted");
  expect((await stat(archive)).mode & 0o777).toBe(0o600);
  await source.stop();

  const companies = await checkMoment(archive, "Shop");
  expect(companies).toBeGreaterThanOrEqual(before);
  expect(companies).toBeLessThanOrEqual(after + 1);

  const place = await demo.onPostgres("on-postgres");
  expect(await command("restore", place, archive)).toContain("is restored");
  expect(await demo.contentsOf(place, "again.tgz")).toEqual(
    await entryOf(archive, "contents.json"),
  );
  const target = await demoOn(place);
  expect(target.secretKey).toBe(source.secretKey);
  const renewed = await fetch(`${target.url}/auth/v1/token?grant_type=refresh_token`, {
    method: "POST",
    headers: { apikey: target.publishableKey, "content-type": "application/json" },
    body: JSON.stringify({ refresh_token: session.refreshToken }),
  });
  expect(renewed.status).toBe(200);
  for (const { name, bucket_id } of await rowsOf(archive, "storage.objects")) {
    const file = await fetch(`${target.url}/storage/v1/object/${bucket_id}/${name}`, {
      headers: { apikey: target.secretKey },
    });
    expect([name, file.status]).toEqual([name, 200]);
    expect((await file.bytes()).length).toBeGreaterThan(0);
  }
  await checkWork(target);

  // And back: from a server that goes on serving.
  const writesThere = writeTo(target, "Branch");
  const back = join(demo.directory, "of-postgres.tgz");
  await expect.poll(writesThere.acknowledged).toBeGreaterThan(5);
  await command("backup", place, back);
  await writesThere.stop();
  await target.stop();
  await checkMoment(back, "Branch");
  const home = { dataDir: join(demo.directory, "and-back") };
  await command("restore", home, back);
  expect(await demo.contentsOf(home, "back-again.tgz")).toEqual(
    await entryOf(back, "contents.json"),
  );
  const again = await demoOn(home);
  await checkWork(again);
  await again.stop();
});
