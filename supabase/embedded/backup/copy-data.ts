import { existsSync } from "node:fs";
import { copyFile, cp, link, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Database, Transaction } from "../database/database.ts";
import type { DataPaths } from "../setup/data-directory.ts";
import { type Secrets, secretsText } from "../setup/secrets.ts";
import { StartRefusal } from "../setup/start-refusal.ts";
import type { Manifest } from "./archive.ts";

/** The task's name in the operator's channel. */
export const COPY = "copy";

/** What a backup is made of. */
interface Source {
  data: DataPaths;
  database: Pick<Database, "transaction">;
  /** Undefined for the embedded database. */
  databaseUrl: string | undefined;
  secrets: Secrets;
  /** Resolves when no request uses the files; others wait until the answer is called. */
  pause(): Promise<() => void>;
}

/** What the manifest has of the database. */
type Copied = Pick<Manifest, "database" | "migrations">;

/** The directory of a data directory in which a backup is made: files can have a second name there. */
export const copyPath = (dataDir: string) => join(dataDir, "backup.new");

/**
 * Copies the database and the stored files, as they are at one moment, and the secrets into the
 * directory of `copyPath`, which is empty.
 * @throws StartRefusal when the database cannot be dumped
 */
export async function copyData(source: Source): Promise<Copied> {
  const { data, database, databaseUrl, secrets } = source;
  const to = copyPath(data.path);
  await writeFile(join(to, "secrets.json"), secretsText(secrets), { mode: 0o600 });
  const resume = await source.pause();
  try {
    return await database.transaction(async (tx) => {
      if (databaseUrl) {
        await tx.script("set transaction isolation level repeatable read, read only");
      }
      const copied = await describe(tx, databaseUrl ? "PostgreSQL" : "PGlite");
      await linkFiles(data.storage, join(to, "storage"));
      if (databaseUrl) {
        const [row] = await tx.query("select pg_export_snapshot() as snapshot");
        resume();
        await runProgram("pg_dump", databaseUrl, [
          ...["--format=custom", "--no-owner", `--snapshot=${row?.snapshot}`],
          `--file=${join(to, "database.dump")}`,
        ]);
      } else {
        // An open transaction holds the only session, so that nothing is written while it lasts.
        await cp(data.database, join(to, "database"), { recursive: true });
      }
      return copied;
    });
  } finally {
    resume();
  }
}

async function describe(tx: Transaction, kind: "PGlite" | "PostgreSQL"): Promise<Copied> {
  const [server] = await tx.query(
    "select current_setting('server_version_num')::integer / 10000 as major",
  );
  const migrations = await tx.query(
    "select version, coalesce(name, '') as name from supabase_migrations.schema_migrations order by version",
  );
  return {
    database: { kind, major: Number(server?.major) },
    migrations: migrations as Copied["migrations"],
  };
}

/**
 * Gives all files below a directory a second name below another one, or copies them where that cannot be:
 * stored files are replaced and never changed.
 */
async function linkFiles(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  const entries = await readdir(from, { withFileTypes: true }).catch((error) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  for (const entry of entries) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await linkFiles(source, target);
    else await link(source, target).catch(() => copyFile(source, target));
  }
}

/**
 * Runs one of PostgreSQL's client programs on a database.
 * @throws StartRefusal when it is missing or fails
 */
export async function runProgram(
  program: string,
  url: string,
  options: readonly string[],
): Promise<void> {
  // Everybody on this machine can read the parameters of a process.
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = "";
  let result: Deno.CommandOutput;
  try {
    result = await new Deno.Command(program, {
      args: [`--dbname=${address.href}`, ...options],
      ...(password !== "" && { env: { PGPASSWORD: password } }),
      ...{ stdout: "null", stderr: "piped" },
    }).output();
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new StartRefusal(
      `${program} is not found: install PostgreSQL's client programs, of the database's version or a newer one.`,
    );
  }
  if (result.success) return;
  const [reason = ""] = new TextDecoder().decode(result.stderr).trim().split("\n");
  throw new StartRefusal(`${reason.replace(/\.$/, "") || `${program} fails`}.`);
}

/** The directory of a data directory in which a restore unpacks its archive, and which goes at its end. */
export const draftPath = (dataDir: string) => join(dataDir, "restore.new");

/** Whether a database has accounts: no server works without one. */
export async function hasPeople(database: Pick<Database, "transaction">): Promise<boolean> {
  return await database.transaction(async (tx) => {
    const [found] = await tx.query("select to_regclass('auth.users') is not null as is_there");
    return (
      found?.is_there === true && (await tx.query("select from auth.users limit 1")).length > 0
    );
  });
}

/**
 * Ends a restore that was killed after it was complete. Does nothing where none was killed.
 * @param database the PostgreSQL database; absent for the embedded one, which is not opened yet
 * @throws StartRefusal when the restore is not complete
 */
export async function settleRestore(
  data: DataPaths,
  database?: Pick<Database, "transaction">,
): Promise<void> {
  const draft = draftPath(data.path);
  if (!existsSync(draft)) return;
  if (!(database ? await hasPeople(database) : existsSync(data.database))) {
    throw new StartRefusal(
      `A restore into ${data.path} was interrupted: repeat it, or delete the directory's content.`,
    );
  }
  await rm(draft, { recursive: true });
}
