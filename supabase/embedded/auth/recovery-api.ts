import { createHash, randomBytes } from "node:crypto";
import type { EmailDriver } from "@supabase/lite";
import { type Context, Hono } from "hono";
import { type Kysely, sql } from "kysely";
import { z } from "zod/mini";
import { AuthFailure } from "./auth-failure.ts";
import {
  type AuthEnv,
  address,
  captcha,
  noChallenge,
  readBody,
  rebuilt,
  text,
} from "./auth-request.ts";
import type { AuthServices } from "./auth-services.ts";
import { returnAddress, returned } from "./return-address.ts";

const asked = z.strictObject({
  email: address.check(z.regex(/^[^@\s]+@[^@\s.]+(?:\.[^@\s.]+)+$/)),
  code_challenge: noChallenge,
  code_challenge_method: noChallenge,
  gotrue_meta_security: captcha,
});
/** Accepts only a link's token: a six-digit code could be guessed. */
const answered = z.strictObject({
  type: z.literal("recovery"),
  token_hash: text(255),
  gotrue_meta_security: captcha,
});

/** How long after the answer the mail is prepared, in milliseconds. */
const MAIL_DELAY = 250;

/** Routes for a forgotten password: one mails a link, the others accept the link's token. */
export function recoveryApi(parts: AuthServices, mail: EmailDriver): Hono<AuthEnv> {
  const { attempts, database, lite, sessions, siteUrl } = parts;
  const ownOrigin = [new URL(siteUrl).origin];
  const api = new Hono<AuthEnv>();

  api.post("/recover", async (c) => {
    const refused = await parts.keyRefusal(c.req.raw, c.env.clientAddress);
    if (refused) return refused;
    const { email } = await readBody(c.req.raw, asked);
    await attempts.take("mail", await parts.attempter(c.req.raw, c.env.clientAddress, email));
    // An address with an account takes more work. It is done after the answer, whose duration is
    // thus the same for all addresses.
    setTimeout(() => {
      sendRecovery({ database, mail, siteUrl }, email).catch((error) =>
        console.error(`A recovery mail could not be sent: ${error.message}`),
      );
    }, MAIL_DELAY);
    return c.json({});
  });

  api.post("/verify", async (c) => {
    const { type, token_hash: token } = await readBody(c.req.raw, answered);
    await findLink(c, token);
    const again = rebuilt(c.req.raw, "POST", "verify", { type, token_hash: tokenHash(token) });
    return await sessions.completed(await lite(again, c.env.clientAddress), "otp");
  });

  // The address of a mail's link: it sends the browser to the app, also with a token that is refused.
  // The app asks for the session itself, so that none is handed over in an address, and a program that
  // only looks at the links of mails uses up none.
  api.get("/verify", async (c) => {
    const token = c.req.query("token");
    if (c.req.query("type") !== "recovery" || !token) {
      throw new AuthFailure(400, "validation_failed", "Verify requires the link of a mail");
    }
    const returnTo = returnAddress(c.req.query("redirect_to"), ownOrigin) ?? siteUrl;
    try {
      if ((await findLink(c, token)) === null) {
        throw new AuthFailure(403, "otp_expired", "Email link is invalid or has expired");
      }
    } catch (error) {
      if (!(error instanceof AuthFailure)) throw error;
      return returned(returnTo, error);
    }
    const app = new URL(returnTo);
    app.search = String(new URLSearchParams({ token_hash: token, type: "recovery" }));
    return new Response(null, { status: 303, headers: { location: app.href } });
  });

  /**
   * Looks up the person whom a link's token was sent to. A token that was sent to nobody counts as
   * a guess.
   * @returns the id; null for a token that was sent to nobody, or was used
   * @throws AuthFailure 403 if that person is suspended: then the token must not be used up
   */
  async function findLink(c: Context<AuthEnv>, token: string): Promise<string | null> {
    const found = await sql<{ id: string; banned: boolean }>`
      select id, coalesce(banned_until > now(), false) as banned
      from auth.users where recovery_token = ${tokenHash(token)}`.execute(database);
    const [owner] = found.rows;
    if (owner === undefined) await attempts.take("token", parts.anonymous(c.env.clientAddress));
    if (owner?.banned === true) throw new AuthFailure(403, "user_banned", "User is banned");
    return owner?.id ?? null;
  }

  return api;
}

/** Length of a link's token, in bytes. */
const TOKEN_LENGTH = 32;

/**
 * The token as the database stores it, hashed: nobody who can read the database can use the links.
 */
function tokenHash(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/**
 * Mails a link with which the owner of an account chooses a new password. The link works once, for
 * an hour, and only until the next one is sent. Nothing is sent if no account has the address.
 */
async function sendRecovery(
  { database, mail, siteUrl }: { database: Kysely<unknown>; mail: EmailDriver; siteUrl: string },
  email: string,
): Promise<void> {
  const token = randomBytes(TOKEN_LENGTH).toString("base64url");
  const found = await sql`
    update auth.users set recovery_token = ${tokenHash(token)}, recovery_sent_at = now()
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
