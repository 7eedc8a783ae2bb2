import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { createBackendApp } from "../backend-app.ts";
import type { Database } from "../database/database.ts";
import { applyMigrations } from "../database/migrations.ts";
import { prepareSchemas } from "../database/schemas.ts";
import { createSeedRecord } from "../database/seed.ts";
import type { DataPaths } from "../setup/data-directory.ts";
import { openSecrets } from "../setup/secrets.ts";
import { storageFiles } from "../storage/storage-files.ts";
import type { Manifest } from "./archive.ts";
import { importRows } from "./table-rows.ts";

/** A stored file of an archive of format 1: `files/<number>.json`, beside its bytes `files/<number>`. */
const labelSchema = z.object({
  bucket: z.string(),
  key: z.string(),
  mimetype: z.string(),
  cacheControl: z.string(),
});

/** Stores the files of an archive of format 1, which was unpacked into this directory, in `storage`. */
export async function storeFiles(directory: string): Promise<void> {
  const files = storageFiles(join(directory, "storage"));
  const folder = join(directory, "files");
  // An archive without files has no folder.
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.endsWith(".json")) continue;
    const label = labelSchema.parse(JSON.parse(await readFile(join(folder, name), "utf8")));
    const bytes = await readFile(join(folder, name.replace(/\.json$/, "")));
    const { bucket, key, mimetype, cacheControl } = label;
    await files.uploadObject(bucket, key, undefined, bytes, mimetype, cacheControl);
  }
}

/** Rows and the schema that they belong to. */
export interface ArchivedRows {
  /** The directory with the rows (`table-rows.ts`). */
  directory: string;
  /** Of the archive that they are from: its migrations make their schema. */
  manifest: Manifest;
  /** Absolute path of the directory with this version's migrations. */
  migrations: string;
  /** Where the secrets and the stored files of the archive are. */
  parts: Pick<DataPaths, "secrets" | "storage">;
}

/** Fills an empty database with rows: all of them, or none. */
export async function loadRows(database: Database, rows: ArchivedRows): Promise<void> {
  const { directory, manifest, migrations, parts } = rows;
  const app = createBackendApp({
    ...{ database, files: storageFiles(parts.storage) },
    secrets: await openSecrets(parts.secrets, false),
    ...{ siteUrl: "http://localhost", jwtExpirySeconds: 3600 },
  });
  await prepareSchemas(database, app);
  const versions = new Set(manifest.migrations.map(({ version }) => version));
  await applyMigrations(database, migrations, versions);
  await database.transaction(async (tx) => {
    await createSeedRecord(tx);
    await importRows(tx, directory);
  });
}
