// @module-tag rest
// @module-tag long

import { createHash, randomUUID } from "node:crypto";
import { existsSync, watch } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AiProvider, startAiProvider } from "#tests/support/ai-provider/ai-provider.ts";
import { type Backend, freshDataDir, rest, signIn, startBackend } from "#tests/support/backend.ts";
import {
  beginCommand,
  command,
  entriesOf,
  entryOf,
  type Place,
  rewrite,
  rowsOf,
} from "#tests/support/backup-commands.ts";
import { type PostgresServer, startPostgres } from "#tests/support/postgres.ts";
import { processTree } from "#tests/support/process-tree.ts";
import { voiceRequest } from "#tests/support/voice-request.ts";

const technician = "tech@demo.example";
const password = "field-demo";

let directory: string;
let postgres: PostgresServer;
let provider: AiProvider;
/** A backup of the demo. */
let archive: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "field-agents-backup-"));
  archive = join(directory, "demo.tgz");
  const dataDir = await freshDataDir("demo");
  await command("backup", { dataDir }, archive);
  await rm(dataDir, { recursive: true });
  postgres = await startPostgres();
  provider = await startAiProvider({ apiKey: "key" });
});
afterAll(async () => {
  await postgres?.stop();
  await provider?.stop();
  await rm(directory, { recursive: true, force: true });
});

async function onPostgres(name: string): Promise<Place> {
  return { dataDir: join(directory, name), databaseUrl: await postgres.createDatabase() };
}

const demoOn = (place: Place) =>
  startBackend({
    ...place,
    env: { DEMO: "1", OPENAI_API_KEY: "key", OPENAI_BASE_URL: provider.url },
  });

interface Contents {
  tables: Record<string, { rows: number; sha256: string }>;
  files: { count: number };
}

/** What the tables and files of a place are, by a backup of it. */
async function contentsOf(place: Place, name: string): Promise<Contents> {
  const path = join(directory, name);
  await command("backup", place, path);
  return await entryOf<Contents>(path, "contents.json");
}

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
  const archive = join(directory, "of-pglite.tgz");
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

  const place = await onPostgres("on-postgres");
  expect(await command("restore", place, archive)).toContain("is restored");
  expect(await contentsOf(place, "again.tgz")).toEqual(await entryOf(archive, "contents.json"));
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
  const back = join(directory, "of-postgres.tgz");
  await expect.poll(writesThere.acknowledged).toBeGreaterThan(5);
  await command("backup", place, back);
  await writesThere.stop();
  await target.stop();
  await checkMoment(back, "Branch");
  const home = { dataDir: join(directory, "and-back") };
  await command("restore", home, back);
  expect(await contentsOf(home, "back-again.tgz")).toEqual(await entryOf(back, "contents.json"));
  const again = await demoOn(home);
  await checkWork(again);
  await again.stop();
});

test("a restore takes the place of data only when it is told to, and of all of it", async () => {
  const place = await onPostgres("replaced");
  const old = await startBackend({ ...place, env: { DEMO: "1" } });
  await rest(old, "service", "POST", "companies", { name: "The old one" });
  const running = await beginCommand("restore", place, archive, "--replace").ended;
  expect(running).toMatchObject({ code: 1, output: expect.stringContaining("is in use") });
  await old.stop();
  const asked = await beginCommand("restore", place, archive).ended;
  expect(asked.output.trim()).toMatch(/^The database at .* holds data already: add --replace/);
  await command("restore", place, archive, "--replace");
  expect(await contentsOf(place, "replaced.tgz")).toEqual(await entryOf(archive, "contents.json"));

  const home = { dataDir: join(directory, "replaced-home") };
  await command("restore", home, archive);
  const refused = await beginCommand("restore", home, archive).ended;
  expect(refused.output.trim()).toMatch(/^The data directory .* holds data already: add --replace/);
  await command("restore", home, archive, "--replace");
});

test("a restore refuses a PostgreSQL database that another backend works on", async () => {
  const place = await onPostgres("shared");
  const backend = await startBackend({ databaseUrl: place.databaseUrl ?? "", env: { DEMO: "1" } });
  const refused = await beginCommand("restore", place, archive, "--replace").ended;
  expect(refused.output.trim()).toMatch(/^The database at .* is in use \(\d+ other connections?\)/);
  await backend.stop();
});

test("an archive that is damaged, or not whole, is refused, and the old state stays", async () => {
  const home = { dataDir: join(directory, "damaged-home") };
  await command("restore", home, archive);
  const before = await contentsOf(home, "before-damage.tgz");
  const bytes = await readFile(archive);
  const damaged = join(directory, "damaged.tgz");
  const half = bytes.length >> 1;
  const flipped = Buffer.from(bytes);
  flipped[half] = (flipped[half] ?? 0) ^ 0xff;
  const text = (words: string) => new TextEncoder().encode(words);
  const archives: [what: string, make: () => Promise<void>][] = [
    ["a changed byte", () => writeFile(damaged, flipped)],
    ["half an archive", () => writeFile(damaged, bytes.subarray(0, half))],
    ["no archive", () => writeFile(damaged, "something else")],
    ["nothing", () => writeFile(damaged, "")],
    [
      "no end",
      () => rewrite(archive, damaged, (name, it) => (name === "contents.json" ? null : it)),
    ],
    [
      "a missing file",
      () => rewrite(archive, damaged, (name, it) => (name.startsWith("files/000002") ? null : it)),
    ],
    [
      "a missing row",
      () =>
        rewrite(archive, damaged, (name, it) =>
          name.startsWith("tables/public.profiles/")
            ? text(`${new TextDecoder().decode(it).split("\n").slice(1).join("\n")}`)
            : it,
        ),
    ],
    [
      "changed secrets",
      () =>
        rewrite(archive, damaged, (name, it) =>
          name === "secrets.json"
            ? text(new TextDecoder().decode(it).replace(/"jwtSecret": "./, '"jwtSecret": "x'))
            : it,
        ),
    ],
  ];
  for (const [what, make] of archives) {
    await make();
    const { code, output } = await beginCommand("restore", home, damaged, "--replace").ended;
    expect([what, code, output]).toEqual([
      what,
      1,
      expect.stringMatching(/^The backup .* is damaged .*: nothing was changed\.$/m),
    ]);
  }
  expect(await contentsOf(home, "after-damage.tgz")).toEqual(before);
});

/** Kills a process unless it has ended. */
function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/**
 * Kills a restore with all its processes as soon as a file of that name appears.
 * @returns what it had printed
 */
async function killedRestore(place: Place, appears: RegExp): Promise<string> {
  const { child, ended } = beginCommand("restore", place, archive, "--replace");
  // Looked up at its first file, because that takes longer than some of its steps.
  let processes: number[] | undefined;
  const watcher = watch(place.dataDir, { recursive: true }, (_, name) => {
    processes ??= processTree(child.pid ?? 0).reverse();
    if (!name || !appears.test(name)) return;
    watcher.close();
    for (const pid of processes) kill(pid);
  });
  const { output } = await ended;
  watcher.close();
  return output;
}

test.each(["PGlite", "PostgreSQL"])(
  "a restore to %s that is killed at any point leaves all of the old state or all of the new",
  async (kind) => {
    const place: Place =
      kind === "PGlite"
        ? { dataDir: join(directory, "killed") }
        : { ...(await onPostgres("killed-on-postgres")) };
    const backend = await startBackend({ ...place, env: { DEMO: "1" } });
    await rest(backend, "service", "POST", "companies", { name: "The old one" });
    await backend.stop();
    const old = await contentsOf(place, `old-${kind}.tgz`);
    const restored = await entryOf(archive, "contents.json");
    // Nothing yet; the schema is being made; the rows are there; the files are there, too.
    for (const [at, appears] of [
      /^restore\.new$/,
      /^restore\.new\/secrets\.json$/,
      /^restore\.new\/storage\/[0-9a-f]{2}$/,
    ].entries()) {
      expect(await killedRestore(place, appears)).not.toContain("is restored");
      expect(await contentsOf(place, `killed-${kind}-${at}.tgz`)).toEqual(old);
    }
    // Around the commit: it came before the kill or not.
    await killedRestore(place, /^restore\.(prepared|ready)$/);
    expect([old, restored]).toContainEqual(await contentsOf(place, `killed-${kind}-late.tgz`));
    await command("restore", place, archive, "--replace");
    expect(await contentsOf(place, `killed-${kind}-not.tgz`)).toEqual(restored);
    expect((await readdir(place.dataDir)).filter((name) => /^(restore|backup)/.test(name))).toEqual(
      [],
    );
  },
);

test("files that were restored to PostgreSQL follow the commit of their database", async () => {
  const place = await onPostgres("around-the-commit");
  await command("restore", place, archive);
  const all = await entryOf<Contents>(archive, "contents.json");
  const database = new pg.Client(place.databaseUrl);
  await database.connect();
  const { rows: roots } = await database.query("select root from embedded_server.file_root");
  /** What a restore leaves that is killed around its commit: here with no files. */
  const prepare = async (id: string) => {
    const prepared = join(place.dataDir, "restore.prepared");
    await mkdir(join(prepared, "storage"), { recursive: true });
    await writeFile(join(prepared, "storage", "root"), roots[0].root);
    await writeFile(join(prepared, "restore-id"), id);
  };
  await prepare(randomUUID());
  expect(await contentsOf(place, "not-committed.tgz")).toEqual(all);

  const { rows } = await database.query("select id from private.restores");
  await database.end();
  await prepare(rows[0].id);
  const backend = await demoOn(place);
  await backend.stop();
  expect(await readdir(join(place.dataDir, "storage"))).toEqual(["root"]);
  expect(await readdir(place.dataDir)).not.toContain("restore.prepared");
});

test("an archive of a newer version is refused in words", async () => {
  const place = { dataDir: join(directory, "newer-home") };
  const newer = join(directory, "newer.tgz");
  const changed = (change: (manifest: Record<string, unknown>) => unknown) =>
    rewrite(archive, newer, (name, bytes) =>
      name === "manifest.json"
        ? new TextEncoder().encode(
            JSON.stringify(change(JSON.parse(new TextDecoder().decode(bytes)))),
          )
        : bytes,
    );
  const migration = { version: "20990101000001", name: "later", sha256: "0".repeat(64) };
  await changed((it) => ({ ...it, migrations: [...(it.migrations as unknown[]), migration] }));
  const words = /^The backup .* was made by a newer version of Field Agents/m;
  expect((await beginCommand("restore", place, newer).ended).output).toMatch(words);
  await changed((it) => ({ ...it, format: 99 }));
  expect((await beginCommand("restore", place, newer).ended).output).toMatch(words);
  const table = "tables/public.companies/000001.jsonl";
  const rows = new TextDecoder().decode((await entriesOf(archive)).get(table));
  const wider = new TextEncoder().encode(rows.replaceAll('"name":', '"later":"","name":'));
  const contents = await entryOf<Contents>(archive, "contents.json");
  const companies = contents.tables["public.companies"];
  if (companies) companies.sha256 = createHash("sha256").update(wider).digest("hex");
  await rewrite(archive, newer, (name, bytes) => {
    if (name === table) return wider;
    return name === "contents.json" ? new TextEncoder().encode(JSON.stringify(contents)) : bytes;
  });
  expect((await beginCommand("restore", place, newer).ended).output).toMatch(words);
  expect(existsSync(join(place.dataDir, "database"))).toBe(false);
});

test("a backup waits for a file whose row is about to follow, and says which one is lost", async () => {
  const place = await onPostgres("files");
  await command("restore", place, archive);
  const all = await entryOf<Contents>(archive, "contents.json");
  const storage = join(place.dataDir, "storage");
  const [file = ""] = (await readdir(storage, { recursive: true })).filter((it) =>
    it.endsWith(".json"),
  );
  const [kept, away] = [join(storage, file), join(directory, "away.json")];
  await rename(kept, away);

  const waiting = beginCommand("backup", place, join(directory, "waited.tgz"));
  const attempts = async () =>
    (await readdir(place.dataDir)).filter((name) => /^backup\.[^.]+$/.test(name));
  await expect.poll(attempts, { interval: 10 }).toHaveLength(1);
  const [first = ""] = await attempts();
  await expect.poll(attempts, { interval: 10 }).not.toContain(first);
  await rename(away, kept);
  const { code, output } = await waiting.ended;
  expect([code, output]).toEqual([0, expect.not.stringContaining("was lost")]);
  expect(await entryOf(join(directory, "waited.tgz"), "contents.json")).toEqual(all);

  await rename(kept, away);
  const lossy = await command("backup", place, join(directory, "lossy.tgz"));
  expect(lossy).toMatch(/^The file of knowledge-base\/.+ was lost before: it is left out\.$/m);
  const { files } = await entryOf<Contents>(join(directory, "lossy.tgz"), "contents.json");
  expect(files.count).toBe(all.files.count - 1);
});

test("a backup says what is missing, and never overwrites a file", async () => {
  const nowhere = await beginCommand("backup", { dataDir: join(directory, "none") }, "x.tgz").ended;
  expect(nowhere).toMatchObject({ code: 1 });
  expect(nowhere.output).toMatch(/^There is nothing to back up in .*\/none: set DATA_DIR/);
  expect(existsSync(join(directory, "none"))).toBe(false);
  const home = { dataDir: directory };
  const twice = await beginCommand("backup", home, archive).ended;
  expect(twice.output).toContain("exists already");
  const unnamed = await beginCommand("backup", home).ended;
  expect(unnamed.output.trim()).toBe("Say where the backup goes: npm run backup -- FILE");
});
