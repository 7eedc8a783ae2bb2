import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { freshDataDir } from "./backend.ts";
import { command, entryOf, type Place } from "./backup-commands.ts";
import { type PostgresServer, startPostgres } from "./postgres.ts";

/** What an archive says about itself in `contents.json`. */
export interface Contents {
  tables: Record<string, { rows: number; sha256: string }>;
  files: { count: number };
}

/** A backup of the demo, and places to restore it to. */
export interface DemoBackup {
  /** For the files of the tests; removed at the end. */
  directory: string;
  /** The backup. */
  archive: string;
  /** An empty database of a PostgreSQL server, and a data directory of that name. */
  onPostgres(name: string): Promise<Place>;
  /** What the tables and files of a place are, by a backup of it under that name. */
  contentsOf(place: Place, name: string): Promise<Contents>;
}

/** Registers the hooks that make and remove it. */
export function demoBackup(): DemoBackup {
  let postgres: PostgresServer;
  const backup: DemoBackup = {
    directory: "",
    archive: "",
    async onPostgres(name) {
      return {
        dataDir: join(backup.directory, name),
        databaseUrl: await postgres.createDatabase(),
      };
    },
    async contentsOf(place, name) {
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
