import { createHash, randomBytes } from "node:crypto";
import type { EmailDriver } from "@supabase/lite";
import { type Kysely, sql } from "kysely";

/** Length of a link's token, in bytes. */
const TOKEN_LENGTH = 32;

/**
 * The token as the database stores it, hashed: nobody who can read the database can use the links.
 */
export function keptToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/**
 * Mails a link with which the owner of an account chooses a new password. The link works once, for
 * an hour, and only until the next one is sent. Nothing is sent if no account has the address.
 */
export async function sendRecovery(
  { database, mail, siteUrl }: { database: Kysely<unknown>; mail: EmailDriver; siteUrl: string },
  email: string,
): Promise<void> {
  const token = randomBytes(TOKEN_LENGTH).toString("base64url");
  const found = await sql`
    update auth.users set recovery_token = ${keptToken(token)}, recovery_sent_at = now()
    where email = ${email.toLowerCase()} returning id`.execute(database);
  if (found.rows.length === 0) return;
  const link = new URL("/auth/v1/verify", siteUrl);
  link.search = String(new URLSearchParams({ token, type: "recovery", redirect_to: siteUrl }));
  await mail.send({
    to: email,
    subject: "Choose a new password",
    text: `Choose a new password for Field Agents by this link. It works once, within an hour:

${link}

If you did not ask for it, there is nothing to do: your password stays as it is.`,
  });
}
