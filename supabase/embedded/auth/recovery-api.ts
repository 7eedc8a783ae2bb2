import { randomBytes } from "node:crypto";
import type { EmailDriver } from "@supabase/lite";
import { Hono } from "hono";
import { sql } from "kysely";
import { z } from "zod/mini";
import { findAccount, firstRow, hashed } from "./account-rows.ts";
import {
  type AuthContext,
  type AuthEnv,
  AuthFailure,
  address,
  askLite,
  captcha,
  noChallenge,
  readBody,
  redirect,
  returnAddress,
  text,
} from "./auth-request.ts";
import type { AuthServices } from "./auth-services.ts";

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

/** Length of a link's token, in bytes. */
const TOKEN_LENGTH = 32;

/** How long after the answer the mail is prepared, in milliseconds. */
const MAIL_DELAY = 250;

/** Routes for a forgotten password: one mails a link, the others accept the link's token. */
export function recoveryApi(parts: AuthServices, mail: EmailDriver): Hono<AuthEnv> {
  const { attempts, database, lite, sessions, siteUrl } = parts;
  const ownOrigin = [new URL(siteUrl).origin];
  const api = new Hono<AuthEnv>();

  api.post("/recover", async (c) => {
    await parts.requireKey(c);
    const { email } = await readBody(c, asked);
    await attempts.take("mail", await parts.attempter(c, email));
    // An address with an account takes more work. It is done after the answer, whose duration is
    // thus the same for all addresses.
    setTimeout(() => {
      sendLink(email).catch((error) =>
        console.error(`A recovery mail could not be sent: ${error.message}`),
      );
    }, MAIL_DELAY);
    return c.json({});
  });

  api.post("/verify", async (c) => {
    const { type, token_hash: token } = await readBody(c, answered);
    await checkLink(c, token);
    const body = { type, token_hash: hashed(token) };
    return await sessions.completed(
      await askLite(lite, c, "verify", { method: "POST", body }),
      "otp",
    );
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
      if (!(await checkLink(c, token))) {
        throw new AuthFailure(403, "otp_expired", "Email link is invalid or has expired");
      }
    } catch (error) {
      if (!(error instanceof AuthFailure)) throw error;
      return error.redirect(returnTo);
    }
    const app = new URL(returnTo);
    app.search = String(new URLSearchParams({ token_hash: token, type: "recovery" }));
    return redirect(app.href);
  });

  /**
   * Whether a link's token was sent to somebody and is unused. Any other one counts as a guess.
   * @throws AuthFailure 403 if that person is suspended: then the token must not be used up
   */
  async function checkLink(c: AuthContext, token: string): Promise<boolean> {
    const owner = await findAccount(database, sql`u.recovery_token = ${hashed(token)}`);
    if (owner === undefined) await attempts.take("token", parts.anonymous(c));
    if (owner?.banned) throw new AuthFailure(403, "user_banned", "User is banned");
    return owner !== undefined;
  }

  /**
   * Mails a link with which the owner of an account chooses a new password. The link works once, for
   * an hour, and only until the next one is sent. Nothing is sent if no account has the address.
   */
  async function sendLink(email: string): Promise<void> {
    const token = randomBytes(TOKEN_LENGTH).toString("base64url");
    const stored = sql`
      update auth.users set recovery_token = ${hashed(token)}, recovery_sent_at = now()
      where email = ${email.toLowerCase()} returning id`;
    if (!(await firstRow(database, stored))) return;
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

  return api;
}
