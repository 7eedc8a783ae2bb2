import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import { packTar, unpackTar } from "modern-tar";
import { afterAll, beforeAll } from "vitest";
import { freshDataDir } from "./backend.ts";
import { type PostgresServer, startPostgres } from "./postgres.ts";

const runner = fileURLToPath(
  new URL("../../supabase/embedded/setup/run-command.mjs", import.meta.url),
);

/** Where a backend keeps what it has. */
export interface Place {
  dataDir: string;
  databaseUrl?: string;
}

/** A command that runs. */
interface Command {
  child: ChildProcess;
  /** Its exit code, null after a signal, and what it has printed. */
  ended: Promise<{ code: number | null; output: string }>;
}

const scripts = {
  backup: "backup/backup-command.ts",
  restore: "backup/restore-command.ts",
  "rotate-keys": "auth/signing/rotate-keys-command.ts",
};

/** Begins the command of the operator that `npm run` knows by this name. */
export function beginCommand(
  name: keyof typeof scripts,
  place: Place,
  ...parameters: string[]
): Command {
  // The tests must not depend on the environment of the person who runs them.
  const { DATABASE_URL, DEMO, HOST, PUBLIC_URL, INIT_CWD, ...inherited } = process.env;
  const child = spawn(process.execPath, [runner, scripts[name], ...parameters], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...inherited,
      NO_COLOR: "1",
      DENO_V8_FLAGS: "--liftoff-only",
      DATA_DIR: place.dataDir,
      ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }),
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  return { child, ended: once(child, "close").then(([code]) => ({ code, output })) };
}

/** Runs the command to its end. @throws Error with what it printed, when it fails */
export async function command(...all: Parameters<typeof beginCommand>): Promise<string> {
  const { code, output } = await beginCommand(...all).ended;
  if (code !== 0) throw new Error(`${all[0]} ended with ${code}: ${output}`);
  return output;
}

/** What an archive holds, by the names of its entries. */
export async function entriesOf(path: string): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const entries = await unpackTar(gunzipSync(await readFile(path)));
  return new Map(entries.map(({ header, data }) => [header.name, data ?? new Uint8Array()]));
}

/** An entry that is JSON. */
export async function entryOf<Value>(path: string, name: string): Promise<Value> {
  return JSON.parse(new TextDecoder().decode((await entriesOf(path)).get(name)));
}

/** An archive with entries changed: null removes one. */
export async function rewritten(
  from: string,
  change: (name: string, bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer> | null,
): Promise<Buffer> {
  const entries = [];
  for (const [name, bytes] of await entriesOf(from)) {
    const body = change(name, bytes);
    if (body) entries.push({ header: { name, size: body.length }, body });
  }
  return gzipSync(await packTar(entries));
}

/** The rows of a table in an archive; every value is a text or null. */
export async function rowsOf(
  path: string,
  table: string,
): Promise<Record<string, string | null>[]> {
  const rows: Record<string, string | null>[] = [];
  for (const [name, bytes] of await entriesOf(path)) {
    if (!name.startsWith(`tables/${table}/`)) continue;
    const lines = new TextDecoder().decode(bytes).trimEnd().split("\n");
    rows.push(...lines.map((line) => JSON.parse(line)));
  }
  return rows;
}

/** What an archive says about itself in `contents.json`. */
export interface Contents {
  tables: Record<string, { rows: number; sha256: string }>;
  files: { count: number };
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
    /** What the tables and files of a place are, by a backup of it under that name. */
    async contentsOf(place: Place, name: string) {
      const path = join(backup.directory, name);
      await command("backup", place, path);
      return await entryOf<Contents>(path, "contents.json");
    },
  };
  beforeAll(async () => {
    backup.directory = await mkdtemp(join(tmpdir(), "field-agents-backup-"));
    backup.archive = join(backup.directory, "demo.tgz");
    const dataDir = await freshDataDir("demo");
    await command("backup", { dataDir }, backup.archive);
    await rm(dataDir, { recursive: true });
    postgres = await startPostgres();
  });
  afterAll(async () => {
    await postgres?.stop();
    await rm(backup.directory, { recursive: true, force: true });
  });
  return backup;
}
