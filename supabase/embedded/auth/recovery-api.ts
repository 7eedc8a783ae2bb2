import type { EmailDriver } from "@supabase/lite";
import { type Context, Hono } from "hono";
import { sql } from "kysely";
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
import { keptToken, sendRecovery } from "./recovery.ts";
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
  const { attempts, database, lite, siteUrl, assuranceClaims } = parts;
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
    if (await findLink(c, token)) throw new AuthFailure(403, "user_banned", "User is banned");
    const again = rebuilt(c.req.raw, "POST", "verify", { type, token_hash: keptToken(token) });
    return await begun(await lite(again, c.env.clientAddress));
  });

  // The address of a mail's link: it sends the browser to the app even if the token is refused.
  api.get("/verify", async (c) => {
    const token = c.req.query("token");
    if (c.req.query("type") !== "recovery" || !token) {
      throw new AuthFailure(400, "validation_failed", "Verify requires the link of a mail");
    }
    const returnTo = returnAddress(c.req.query("redirect_to"), ownOrigin) ?? siteUrl;
    try {
      if (await findLink(c, token))
        return returned(returnTo, new AuthFailure(403, "user_banned", "User is banned"));
    } catch (error) {
      if (!(error instanceof AuthFailure)) throw error;
      return returned(returnTo, error);
    }
    const query = { token: keptToken(token), type: "recovery", redirect_to: returnTo };
    const path = `verify?${new URLSearchParams(query)}`;
    return await begun(await lite(rebuilt(c.req.raw, "GET", path), c.env.clientAddress));
  });

  const begun = async (reply: Response) =>
    parts.remember(await assuranceClaims.session(reply, "otp"));

  /**
   * Looks up the person whom a link's token was sent to. A token that was sent to nobody counts as
   * a guess.
   * @returns whether that person is suspended: then the token must not be used up
   */
  async function findLink(c: Context<AuthEnv>, token: string): Promise<boolean> {
    const found = await sql<{ banned: boolean }>`
      select coalesce(banned_until > now(), false) as banned
      from auth.users where recovery_token = ${keptToken(token)}`.execute(database);
    const [owner] = found.rows;
    if (owner === undefined) await attempts.take("token", parts.anonymous(c.env.clientAddress));
    return owner?.banned === true;
  }

  return api;
}
