import { generateApiKey } from "@supabase/lite";
import { writeFileWhole } from "./data-directory.ts";
import { StartRefusal } from "./start-refusal.ts";

/** What only this deployment knows. The publishable key alone may leave the server. */
export type Secrets = { jwtSecret: string; publishableKey: string; secretKey: string };

/**
 * Reads the secrets file, or generates it (mode 600) at the first start.
 * @throws StartRefusal when the file is damaged.
 */
export async function openSecrets(path: string): Promise<Secrets> {
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
      `The secrets file ${path} is damaged: restore it, or delete it to sign everybody out and make new ones.`,
    );
  }
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

function parseSecrets(text: string): Secrets | undefined {
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
