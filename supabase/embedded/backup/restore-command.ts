// `npm run restore -- FILE`: puts a backup into the empty data directory, and the empty database, of the
// settings.
import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "../database/database.ts";
import { renameDurably, syncTree } from "../database/durable-files.ts";
import { prepareRoles } from "../database/migrations.ts";
import { openEmbeddedDatabase } from "../database/pglite-database.ts";
import { openPostgresDatabase } from "../database/postgres-database.ts";
import { carry, fileArgument } from "../setup/command.ts";
import {
  checkOwner,
  type DataPaths,
  dataPaths,
  openDataDirectory,
} from "../setup/data-directory.ts";
import { StartRefusal } from "../setup/start-refusal.ts";
import { unpackArchive } from "./archive.ts";
import { draftPath, hasPeople, runProgram } from "./copy-data.ts";
import { exportRows, loadRows, storeFiles } from "./table-rows.ts";

await carry(async ({ settings, migrations }) => {
  const path = fileArgument("Say which backup: npm run restore -- FILE");
  // Before anything is opened, which creates a directory where there is none.
  if (!existsSync(path)) throw new StartRefusal(`There is no backup ${path}.`);
  const data = await openDataDirectory(settings.dataDir);
  try {
    await checkOwner(data.path);
    await restore(path, data, settings.databaseUrl, migrations);
  } finally {
    data.release();
  }
  console.log(`The backup ${path} is restored. Start with npm start and the same settings.`);
});

/**
 * Puts an archive into an empty data directory, and its database. After a failure both are empty again.
 * A restore that is killed leaves the directory of `draftPath`: no server starts until it is repeated.
 * @throws StartRefusal when there is data already, or the archive cannot be restored
 */
async function restore(
  path: string,
  data: DataPaths,
  databaseUrl: string | undefined,
  migrations: string,
): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const database = databaseUrl ? await openPostgresDatabase(databaseUrl) : undefined;
  if (database) {
    opened.defer(() => database.close());
    if (await hasPeople(database)) throw holdsData("The database at DATABASE_URL");
  }
  const draft = draftPath(data.path);
  const others = existsSync(draft) ? [] : [data.storage, data.secrets];
  if ([data.database, ...others].some((part) => existsSync(part))) {
    throw holdsData(`The data directory ${data.path}`);
  }
  const discard = async () => {
    for (const part of [draft, data.storage, data.secrets]) {
      await rm(part, { recursive: true, force: true });
    }
  };
  await discard();
  await mkdir(draft, { mode: 0o700 });
  try {
    const manifest = await unpackArchive(path, draft, migrations);
    if (manifest.format === 1) await storeFiles(draft);
    const parts = dataPaths(draft);
    const { format } = manifest;
    const isDump = format > 1 && manifest.database.kind === "PostgreSQL";
    if (isDump && !database) {
      throw new StartRefusal(
        "This is the backup of a PostgreSQL database: set DATABASE_URL to an empty one.",
      );
    }
    const load = (into: Database) => loadRows(into, draft, manifest, migrations);
    const withEmbedded = async (work: (embedded: Database) => Promise<void>) => {
      const embedded = await openEmbeddedDatabase(parts.database);
      await work(embedded).finally(() => embedded.close());
    };
    if (!database && format === 1) await withEmbedded(load);
    if (database && format > 1 && !isDump) {
      await withEmbedded((embedded) => embedded.transaction((tx) => exportRows(tx, draft)));
    }
    await syncTree(draft);
    await mkdir(parts.storage, { recursive: true, mode: 0o700 });
    await renameDurably(parts.storage, data.storage);
    await renameDurably(parts.secrets, data.secrets);
    // The database comes last: what it is there for is complete then.
    if (!database) await renameDurably(parts.database, data.database);
    else if (!isDump) await load(database);
    else {
      await prepareRoles(database);
      const dump = join(draft, "database.dump");
      const options = ["--single-transaction", "--no-owner", dump];
      await runProgram("pg_restore", String(databaseUrl), options);
    }
  } catch (error) {
    // Without the answer to a commit, nobody knows: the next start or restore decides.
    const isUnsure = database !== undefined && (await hasPeople(database).catch(() => true));
    if (!isUnsure) await discard();
    throw error;
  }
  await rm(draft, { recursive: true });
}

function holdsData(what: string): StartRefusal {
  return new StartRefusal(
    `${what} holds data already, and a backup is restored to an empty place: move its data away, or set another DATA_DIR or DATABASE_URL.`,
  );
}
