import { generateApiKey } from "@supabase/lite";
import { z } from "zod/mini";
import { parseJson } from "#supabase/functions/_shared/contracts/parse-json.ts";
import type { Database } from "../database/database.ts";
import { writeFileWhole } from "../database/durable-files.ts";
import { isWeakSecret } from "./settings.ts";
import { StartRefusal } from "./start-refusal.ts";

const secret = z.string().check(z.minLength(20));
const secretsSchema = z.object({
  /** The keys of cookies and of internal tokens are derived from it. */
  jwtSecret: secret,
  publishableKey: secret,
  secretKey: secret,
});
/** The secrets of this deployment. Only the publishable key may leave the server. */
export type Secrets = z.infer<typeof secretsSchema>;

/**
 * Reads the secrets file, or generates it at the first start. In either case it gets mode 600.
 * @param onNetwork whether other machines are served
 * @throws StartRefusal when the file is damaged, or weak while other machines are served
 */
export async function openSecrets(path: string, onNetwork: boolean): Promise<Secrets> {
  const text = await Deno.readTextFile(path).catch((error) => {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  });
  if (text === undefined) {
    const secrets = {
      jwtSecret: crypto.getRandomValues(new Uint8Array(48)).toBase64({ alphabet: "base64url" }),
      publishableKey: (await generateApiKey("publishable")).key,
      secretKey: (await generateApiKey("secret")).key,
    };
    await writeFileWhole(path, secretsText(secrets));
    return secrets;
  }
  const stored = secretsSchema.safeParse(parseJson(text)).data;
  if (!stored) {
    throw new StartRefusal(
      `The secrets file ${path} is damaged: restore it, or delete it to make new ones.`,
    );
  }
  if (onNetwork && [stored.jwtSecret, stored.secretKey].some(isWeakSecret)) {
    throw new StartRefusal(
      `The secrets file ${path} holds a secret that is short or well known, which is not served to a network: delete it to make new ones.`,
    );
  }
  await Deno.chmod(path, 0o600);
  return stored;
}

/**
 * Moves the secrets that earlier versions wrote into the database to the secrets file, so that nobody
 * is signed out. Does nothing when the database has none.
 */
export async function moveSecretsToFile(
  database: Pick<Database, "transaction">,
  path: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    const [found] = await tx.query("select to_regclass('embedded_server.secrets') as name");
    if (!found?.name) return;
    const [row] = await tx.query("select content from embedded_server.secrets");
    if (row) await writeFileWhole(path, String(row.content));
    await tx.script("drop schema embedded_server cascade");
  });
}

/** The text of a secrets file. */
export function secretsText(secrets: Secrets): string {
  return `${JSON.stringify(secrets, null, 2)}\n`;
}
