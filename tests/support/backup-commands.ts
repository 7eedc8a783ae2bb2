import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import { packTar, unpackTar } from "modern-tar";
import { afterAll, beforeAll } from "vitest";
import { freshDataDir, type Place, printedBy } from "./backend.ts";
import { type PostgresServer, startPostgres } from "./postgres.ts";
import { asOwner } from "./signing-keys.ts";

const runner = fileURLToPath(
  new URL("../../supabase/embedded/setup/run-command.mjs", import.meta.url),
);

const scripts = {
  backup: "backup/backup-command.ts",
  restore: "backup/restore-command.ts",
  "rotate-keys": "auth/signing/rotate-keys-command.ts",
};

/** Begins the command of the operator that `npm run` knows by this name. */
export function beginCommand(name: keyof typeof scripts, place: Place, ...parameters: string[]) {
  // The tests must not depend on the environment of the person who runs them.
  const { DATABASE_URL, DEMO, HOST, PUBLIC_URL, INIT_CWD, ...inherited } = process.env;
  const child = spawn(process.execPath, [runner, scripts[name], ...parameters], {
    stdio: ["ignore", "pipe", "pipe"],
    // In a process group of its own, so that it can be killed with all that it has started.
    detached: true,
    env: {
      ...inherited,
      NO_COLOR: "1",
      DENO_V8_FLAGS: "--liftoff-only",
      DATA_DIR: place.dataDir,
      ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }),
    },
  });
  const { output, ended } = printedBy(child);
  return { child, ended: ended.then((code) => ({ code, output: output() })) };
}

/** Runs the command to its end. @throws Error with what it printed, when it fails */
export async function command(...all: Parameters<typeof beginCommand>): Promise<string> {
  const { code, output } = await beginCommand(...all).ended;
  if (code !== 0) throw new Error(`${all[0]} ended with ${code}: ${output}`);
  return output;
}

/** An archive with entries changed: null removes one. */
export async function rewritten(
  from: string,
  change: (name: string, bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer> | null,
): Promise<Buffer> {
  const entries = [];
  for (const { header, data } of await unpackTar(gunzipSync(await readFile(from)))) {
    const body = data && change(header.name, data);
    if (body) entries.push({ header: { ...header, size: body.length }, body });
    else if (!data) entries.push({ header });
  }
  return gzipSync(await packTar(entries));
}

/** What a stopped backend has: its tables, its stored files by their names, and its secrets. */
export async function stateOf(place: Place) {
  const tables = await asOwner<{ name: string }>(
    place,
    `select oid::regclass::text as name from pg_class
     where relkind = 'r' and relnamespace::regnamespace::text !~ '^(pg_|information_schema)'
     order by 1`,
  );
  const rows = await asOwner<{ name: string; count: number; md5: string }>(
    place,
    tables
      .map(
        ({ name }) => `select '${name}' as name, count(*)::integer as count,
          md5(coalesce(string_agg(t::text, ',' order by t::text collate "C"), '')) from ${name} t`,
      )
      .join(" union all "),
  );
  const storage = join(place.dataDir, "storage");
  const labels = (await readdir(storage, { recursive: true })).filter((it) => it.endsWith(".json"));
  const files = labels.sort().map(async (name) => {
    const { eTag } = JSON.parse(await readFile(join(storage, name), "utf8"));
    return [name, eTag];
  });
  return {
    rows,
    files: await Promise.all(files),
    secrets: await readFile(join(place.dataDir, "secrets.json"), "utf8"),
  };
}

/** Registers the hooks that make and remove a backup of the demo, and places to restore it to. */
export function demoBackup() {
  let postgres: PostgresServer;
  const backup = {
    /** For the files of the tests; removed at the end. */
    directory: "",
    /** The backup. */
    archive: "",
    /** An empty database of a PostgreSQL server, and a data directory of that name. */
    onPostgres: async (name: string) => ({
      dataDir: join(backup.directory, name),
      databaseUrl: await postgres.createDatabase(),
    }),
    /** What was backed up. */
    state: {} as Awaited<ReturnType<typeof stateOf>>,
  };
  beforeAll(async () => {
    backup.directory = await mkdtemp(join(tmpdir(), "field-agents-backup-"));
    backup.archive = join(backup.directory, "demo.tgz");
    const dataDir = await freshDataDir("demo");
    await command("backup", { dataDir }, backup.archive);
    backup.state = await stateOf({ dataDir });
    await rm(dataDir, { recursive: true });
    postgres = await startPostgres();
  });
  afterAll(async () => {
    await postgres?.stop();
    await rm(backup.directory, { recursive: true, force: true });
  });
  return backup;
}
