import { generateApiKey } from "@supabase/lite";
import { writeFileWhole } from "../database/durable-files.ts";
import { StartRefusal } from "./start-refusal.ts";
import { isWeakSecret } from "./weak-secrets.ts";

/** The secrets of this deployment. Only the publishable key may leave the server. */
export interface Secrets {
  /**
   * The keys of cookies and of internal tokens are derived from it. It signed people's tokens before
   * there were signing keys.
   */
  jwtSecret: string;
  publishableKey: string;
  secretKey: string;
}

/**
 * Reads the secrets file, or generates it (mode 600) at the first start. An existing file gets mode
 * 600 too: one that was copied or written by hand may be readable by others.
 * @param onNetwork whether other machines are served
 * @throws StartRefusal when the file is damaged, or holds a weak secret while other machines are
 *   served.
 */
export async function openSecrets(path: string, onNetwork: boolean): Promise<Secrets> {
  let text: string;
  try {
    text = await Deno.readTextFile(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    return await generateSecrets(path);
  }
  const secrets = parseSecrets(text);
  if (!secrets) {
    throw new StartRefusal(
      `The secrets file ${path} is damaged: restore it, or delete it to make new ones.`,
    );
  }
  if (onNetwork && [secrets.jwtSecret, secrets.secretKey].some(isWeakSecret)) {
    throw new StartRefusal(
      `The secrets file ${path} holds a secret that is short or well known, which is not served to a network: delete it to make new ones.`,
    );
  }
  await Deno.chmod(path, 0o600);
  return secrets;
}

async function generateSecrets(path: string): Promise<Secrets> {
  const secrets: Secrets = {
    jwtSecret: crypto.getRandomValues(new Uint8Array(48)).toBase64({ alphabet: "base64url" }),
    publishableKey: (await generateApiKey("publishable")).key,
    secretKey: (await generateApiKey("secret")).key,
  };
  await writeFileWhole(path, `${JSON.stringify(secrets, null, 2)}\n`);
  return secrets;
}

/** Reads the text of a secrets file; undefined when it is damaged. */
export function parseSecrets(text: string): Secrets | undefined {
  try {
    const { jwtSecret, publishableKey, secretKey } = JSON.parse(text);
    const whole = [jwtSecret, publishableKey, secretKey].every(
      (value) => typeof value === "string" && value.length >= 20,
    );
    return whole ? { jwtSecret, publishableKey, secretKey } : undefined;
  } catch {
    return undefined;
  }
}
