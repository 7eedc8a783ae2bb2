import { existsSync } from "node:fs";
import { z } from "zod/mini";
import type { Database } from "../../database/database.ts";
import { openEmbeddedDatabase } from "../../database/pglite-database.ts";
import { openPostgresDatabase } from "../../database/postgres-database.ts";
import { DirectoryInUse, openDataDirectory, pathsOf } from "../../setup/data-directory.ts";
import { askBackend, type OperatorTask } from "../../setup/operator-channel.ts";
import type { Settings } from "../../setup/settings.ts";
import { StartRefusal } from "../../setup/start-refusal.ts";
import { databaseKeys, type Rotation, type SigningKeyStore } from "./signing-key-rows.ts";

/** The task's name in the operator's channel. */
export const ROTATE_KEYS = "rotate-keys";

const requestSchema = z.object({ revoke: z.boolean() });
const rotationSchema = z.object({ current: z.string(), acceptedUntil: z.nullable(z.string()) });

/** Rotates the keys of a running backend when `npm run rotate-keys` asks for it. */
export function rotateKeysTask(keys: Pick<SigningKeyStore, "rotate">): OperatorTask {
  return async (text) => JSON.stringify(await keys.rotate(requestSchema.parse(JSON.parse(text))));
}

/**
 * Rotates the keys of the backend with these settings, whether it runs or not. Backends that run hear
 * of it from the database.
 * @throws StartRefusal when there are no keys, or the database cannot be reached
 */
export async function rotateKeys(
  settings: Pick<Settings, "dataDir" | "databaseUrl">,
  options: { revoke: boolean },
): Promise<Rotation> {
  const { dataDir, databaseUrl } = settings;
  if (databaseUrl) {
    const database = await openPostgresDatabase(databaseUrl);
    return await rotateIn(database, options).finally(() => database.close());
  }
  if (!existsSync(pathsOf(dataDir).database)) {
    throw new StartRefusal(`There are no keys in ${dataDir}: set DATA_DIR as at the start.`);
  }
  try {
    const data = await openDataDirectory(dataDir);
    try {
      const database = await openEmbeddedDatabase(data.database);
      return await rotateIn(database, options).finally(() => database.close());
    } finally {
      data.release();
    }
  } catch (error) {
    if (!(error instanceof DirectoryInUse)) throw error;
  }
  const text = JSON.stringify(options);
  const answer = await askBackend(dataDir, { name: ROTATE_KEYS, text, what: "rotate its keys" });
  const { current, acceptedUntil } = rotationSchema.parse(JSON.parse(answer));
  return { current, acceptedUntil: acceptedUntil === null ? null : new Date(acceptedUntil) };
}

async function rotateIn(database: Database, options: { revoke: boolean }): Promise<Rotation> {
  const isPrepared = await database.transaction(async (tx) => {
    const [found] = await tx.query("select to_regclass('auth.signing_keys') is not null as there");
    return found?.there === true;
  });
  if (isPrepared) return await databaseKeys(database).rotate(options);
  throw new StartRefusal("There are no keys in this database yet: start Field Agents once.");
}
