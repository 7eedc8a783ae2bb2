// Servers that work on one PostgreSQL database must agree on the secrets, so that database holds them.
import type { Database, Transaction } from "../database/database.ts";
import { createServerSchema } from "../database/server-schema.ts";
import {
  fileNamed,
  generateSecrets,
  parseSecrets,
  readSecretsFile,
  refuseWeakSecrets,
  type Secrets,
  secretsText,
} from "./secrets.ts";
import { StartRefusal } from "./start-refusal.ts";

const WHERE = "The database's table embedded_server.secrets";

/**
 * Reads the secrets that all servers on a database share. The first one to start puts them there: those
 * of its data directory's file, so that nobody is signed out, or new ones. The file stays as it is.
 * @param path of the secrets file
 * @param onNetwork whether other machines are served
 * @throws StartRefusal when the file or the row is damaged, or holds a weak secret while other
 *   machines are served.
 */
export async function openSharedSecrets(
  database: Database,
  path: string,
  onNetwork: boolean,
): Promise<Secrets> {
  const shared = await database.alone(() =>
    database.transaction(async (tx) => {
      await createServerSchema(tx);
      const kept = await readSharedSecrets(tx);
      if (kept) return kept;
      const own = await readSecretsFile(path);
      if (own) refuseWeakSecrets(own, fileNamed(path), onNetwork);
      const secrets = own ?? (await generateSecrets());
      await writeSharedSecrets(tx, secrets);
      return secrets;
    }),
  );
  refuseWeakSecrets(shared, WHERE, onNetwork);
  const own = await readSecretsFile(path);
  if (own && secretsText(own) !== secretsText(shared)) {
    console.warn(
      `${fileNamed(path)} is not used: the database holds other secrets, which all its servers share.`,
    );
  }
  return shared;
}

/**
 * Reads the secrets from a database in which `createServerSchema` was run; undefined when it has none.
 * @throws StartRefusal when they are damaged.
 */
async function readSharedSecrets(tx: Transaction): Promise<Secrets | undefined> {
  const [row] = await tx.query("select content from embedded_server.secrets");
  if (!row) return undefined;
  const secrets = parseSecrets(String(row.content));
  if (secrets) return secrets;
  throw new StartRefusal(`${WHERE} is damaged: restore it, or delete its row to make new ones.`);
}

/**
 * Reads the secrets that servers on a database would use if one started now.
 * @param path of the secrets file
 * @throws StartRefusal when there are none, or they are damaged.
 */
export async function findSharedSecrets(database: Database, path: string): Promise<Secrets> {
  const shared = await database.transaction(async (tx) => {
    const [table] = await tx.query(
      "select to_regclass('embedded_server.secrets') is not null as found",
    );
    return table?.found === true ? await readSharedSecrets(tx) : undefined;
  });
  const secrets = shared ?? (await readSecretsFile(path));
  if (secrets) return secrets;
  throw new StartRefusal(
    "The database is empty, or no server has started on it: it has no secrets.",
  );
}

/** Writes the secrets into a database that has none. */
export async function writeSharedSecrets(tx: Transaction, secrets: Secrets): Promise<void> {
  await tx.query("insert into embedded_server.secrets (content) values ($1)", [
    secretsText(secrets),
  ]);
}
