// @module-tag night
// @module-tag long

import { randomBytes, randomUUID } from "node:crypto";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AiProvider, startAiProvider } from "#tests/support/ai-provider/ai-provider.ts";
import { type Backend, rest, signIn, startBackend } from "#tests/support/backend.ts";
import {
  type Contents,
  command,
  demoBackup,
  entryOf,
  type Place,
  rowsOf,
} from "#tests/support/backup-commands.ts";
import { addPerson, DEMO, refreshed } from "#tests/support/running-backend.ts";
import { openNoteSender } from "#tests/support/send-note.ts";

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
    while (goesOn) await addPerson(backend);
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

/** Adds a file with one passage, and makes it the next version of another one. */
async function addVersion(backend: Backend, company: string, body: string, previous?: string) {
  const id = randomUUID();
  const send = async (method: "POST" | "PATCH", path: string, content: object) => {
    const { status } = await rest(backend, "service", method, path, content);
    expect(status).toBeLessThan(300);
  };
  await send("POST", "knowledge_base", {
    ...{ id, company_id: company, file_name: `${body}.md`, file_path: `${company}/${id}` },
    ...{ allowed_agents: ["label_agent"], kind: "md", size_bytes: 1, passage_count: 1 },
  });
  if (previous !== undefined) {
    await send("PATCH", `knowledge_base?id=eq.${previous}`, { superseded_by: id });
  }
  await send("POST", "knowledge_chunks", { file_id: id, chunk_no: 0, body: `zentria ${body}` });
  return id;
}

/** Adds three versions of one document. @returns the ids of the first two */
async function addVersions(backend: Backend): Promise<[string, string]> {
  const path = `profiles?email=eq.${technician}&select=company_id`;
  const { body } = await rest<{ company_id: string }[]>(backend, "service", "GET", path);
  const company = body[0]?.company_id ?? "";
  const first = await addVersion(backend, company, "one");
  const second = await addVersion(backend, company, "two", first);
  await addVersion(backend, company, "three", second);
  return [first, second];
}

/** Signs the technician in and checks that they can read, search, ask and record as before. */
async function checkWork(backend: Backend): Promise<void> {
  const { accessToken, userId: user_id } = await signIn(backend, technician, DEMO);
  const profiles = await rest(backend, accessToken, "GET", "profiles?select=email");
  expect(profiles.body).toEqual([{ email: technician }]);
  const search = async (query: string) => {
    const asked = { query, agent: "label_agent", max_results: 5 };
    const path = "rpc/search_knowledge";
    return (await rest<{ file_name: string }[]>(backend, accessToken, "POST", path, asked)).body;
  };
  const [found] = await search("What does E-30 mean on the HP-240?");
  expect(found?.file_name).toBe("northwind-hp-240-service-manual.pdf");
  // Of a document, the newest version alone.
  expect((await search("zentria")).map(({ file_name }) => file_name)).toEqual(["three.md"]);
  const reply = await (await openNoteSender(backend)).send(randomBytes(4000));
  expect(await reply.json()).toMatchObject({ success: true });
  const row = { user_id, agent_type: "voice", input_type: "voice", input_data: "A note" };
  expect((await rest(backend, accessToken, "POST", "agent_logs", row)).status).toBe(201);
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
  const session = await signIn(source, technician, DEMO);
  const [first, second] = await addVersions(source);
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
  await refreshed(target, session.refreshToken);
  // The rules between versions hold there too.
  const older = `knowledge_base?id=eq.${second}`;
  const { status } = await rest(target, "service", "PATCH", older, { superseded_by: first });
  expect(status).toBe(400);
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
