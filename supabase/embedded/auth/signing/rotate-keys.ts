import { existsSync } from "node:fs";
import { z } from "zod/mini";
import type { Database } from "../../database/database.ts";
import { openEmbeddedDatabase } from "../../database/pglite-database.ts";
import { openPostgresDatabase } from "../../database/postgres-database.ts";
import { openUnlessInUse, pathsOf } from "../../setup/data-directory.ts";
import { askBackend, type OperatorTask } from "../../setup/operator-channel.ts";
import type { Settings } from "../../setup/settings.ts";
import { StartRefusal } from "../../setup/start-refusal.ts";
import type { KeyRing } from "./key-ring.ts";
import { databaseKeys, type Rotation, type SigningKeyStore } from "./signing-key-rows.ts";

/** The task's name in the operator's channel. */
export const ROTATE_KEYS = "rotate-keys";

const requestSchema = z.object({ revoke: z.boolean() });
const rotationSchema = z.object({ current: z.string(), acceptedUntil: z.nullable(z.string()) });

/** Rotates the keys of a running backend when `npm run rotate-keys` asks for it. */
export function rotateKeysTask(
  keys: Pick<SigningKeyStore, "rotate">,
  ring: Pick<KeyRing, "reload">,
): OperatorTask {
  return async (text) => {
    const rotation = await keys.rotate(requestSchema.parse(JSON.parse(text)));
    await ring.reload();
    return JSON.stringify(rotation);
  };
}

/**
 * Rotates the keys of the backend with these settings, whether it runs or not.
 * @throws StartRefusal when there are no keys, or the database cannot be reached
 */
export async function rotateKeys(
  settings: Pick<Settings, "dataDir" | "databaseUrl">,
  options: { revoke: boolean },
): Promise<Rotation> {
  const { dataDir, databaseUrl } = settings;
  if (!existsSync(databaseUrl ? dataDir : pathsOf(dataDir).database)) {
    throw new StartRefusal(`There are no keys in ${dataDir}: set DATA_DIR as at the start.`);
  }
  const data = await openUnlessInUse(dataDir);
  if (data) {
    try {
      const database = databaseUrl
        ? await openPostgresDatabase(databaseUrl)
        : await openEmbeddedDatabase(data.database);
      return await rotateIn(database, options).finally(() => database.close());
    } finally {
      data.release();
    }
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
