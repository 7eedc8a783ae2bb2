import { type Context, Hono } from "hono";
import { type Kysely, sql } from "kysely";
import * as oauth from "oauth4webapi";
import { z } from "zod/mini";
import { checkFreshProof } from "../assurance.ts";
import { identifyCaller } from "../auth-caller.ts";
import { AuthFailure } from "../auth-failure.ts";
import { type AuthEnv, checked, text } from "../auth-request.ts";
import type { AuthServices } from "../auth-services.ts";
import { returnAddress, returned } from "../return-address.ts";
import { addCode, spendState } from "./code-grant.ts";
import { enterAccount, linkAccount } from "./external-sign-in.ts";
import { FLOW_LIFE, type Flow, flowCookies } from "./flow-cookie.ts";
import { personAt, providerAddress } from "./provider-sign-in.ts";

/** Longer ones would not fit into a cookie. */
const LONGEST_RETURN = 1000;

const signInSchema = z.strictObject({
  provider: text(100),
  redirect_to: z.optional(text(LONGEST_RETURN)),
  // Ignored: nobody gets the provider's own tokens, so there is nothing to ask more for.
  scopes: z.optional(text(500)),
  // Without a challenge, the session itself would have to be in an address.
  code_challenge: z.string().check(z.regex(/^[\w-]{43}$/)),
  code_challenge_method: z.string().check(z.regex(/^s256$/i)),
  // supabase-js sends it here, too, where GoTrue does not read it.
  skip_http_redirect: z.optional(z.enum(["true", "false"])),
});
const linkSchema = z.extend(signInSchema, { skip_http_redirect: z.literal("true") });

/**
 * Routes that sign somebody in at an external provider, or link it to their account, by the
 * authorization code flow with PKCE on both sides: between the provider and this server, and between
 * this server and the app. The browser that begins is the one that must come back (`state` in its
 * cookie), once, and ends at a page of this deployment.
 */
export function authorizeApi(parts: AuthServices): Hono<AuthEnv> {
  const { attempts, database, issuers, lite, now, siteUrl } = parts;
  const { origin, protocol } = new URL(siteUrl);
  const cookies = flowCookies(parts.jwtSecret, { https: protocol === "https:" });
  const callback = `${origin}/auth/v1/callback`;
  const api = new Hono<AuthEnv>();

  api.get("/authorize", async (c) => {
    const wanted = checked(c.req.query(), signInSchema);
    issuers.provider(wanted.provider);
    try {
      const { address, cookie } = await begin(wanted);
      return redirect(address, cookie);
    } catch (error) {
      if (!(error instanceof AuthFailure)) throw error;
      return returned(returnTo(wanted), error);
    }
  });

  // Answers with the address: a navigation could not bring the person's token along.
  api.get("/user/identities/authorize", async (c) => {
    const caller = await identifyCaller(lite, database, c.req.raw, c.env.clientAddress);
    if (caller instanceof Response) return caller;
    const wanted = checked(c.req.query(), linkSchema);
    await checkFreshProof(database, caller, now());
    const link = { userId: caller.id, sessionId: caller.sessionId };
    const { address, cookie } = await begin(wanted, link);
    c.header("set-cookie", cookie);
    return c.json({ url: address });
  });

  api.get("/callback", async (c) => {
    const flow = await cookies.readFlow(c.req.raw, now());
    const ends = flow?.returnTo ?? siteUrl;
    const reply = await arrive(c, flow)
      .then((code) => redirect(withCode(ends, code)))
      .catch((error) => {
        if (!(error instanceof AuthFailure)) throw error;
        return returned(ends, error);
      });
    reply.headers.append("set-cookie", await cookies.forget());
    return reply;
  });

  const returnTo = ({ redirect_to }: z.output<typeof signInSchema>): string =>
    returnAddress(redirect_to, [origin, ...parts.returnOrigins]) ?? siteUrl;

  /** @throws AuthFailure 400 for an unknown provider, 503 if it does not answer */
  async function begin(wanted: z.output<typeof signInSchema>, link?: Flow["link"]) {
    const flow = {
      ...{ provider: wanted.provider, returnTo: returnTo(wanted), link },
      ...{ challenge: wanted.code_challenge, expiresAt: now() + FLOW_LIFE },
      state: oauth.generateRandomState(),
      nonce: oauth.generateRandomNonce(),
      verifier: oauth.generateRandomCodeVerifier(),
    };
    const provider = issuers.provider(flow.provider);
    const address = await providerAddress(issuers, provider, flow, callback);
    return { address, cookie: await cookies.keep(flow) };
  }

  /** @returns the code for the app. @throws AuthFailure if nobody may enter */
  async function arrive(c: Context<AuthEnv>, flow: Flow | null): Promise<string> {
    const attempt = await attempts.take("external", parts.anonymous(c.env.clientAddress));
    const isOurs = flow !== null && c.req.query("state") === flow.state;
    if (!isOurs || !(await spendState(database, flow.state, now()))) {
      throw new AuthFailure(400, "bad_oauth_state", "OAuth state is not the one of this browser");
    }
    const provider = issuers.provider(flow.provider);
    const arrived = new URL(c.req.url);
    const person = await personAt(issuers, provider, flow, arrived, callback);
    let userId: string;
    if (flow.link === undefined) {
      userId = (await enterAccount(database, provider, person)).id;
    } else {
      userId = flow.link.userId;
      await checkSession(database, flow.link.sessionId);
      await linkAccount(database, userId, provider, person);
    }
    await attempt.succeeded();
    return await addCode(database, userId, flow.challenge, now());
  }

  return api;
}

/** @throws AuthFailure 403 if somebody has signed out, or was suspended, since they asked */
async function checkSession(database: Kysely<unknown>, id: string): Promise<void> {
  const found = await sql`
    select from auth.sessions s join auth.users u on u.id = s.user_id
    where s.id = ${id} and coalesce(u.banned_until <= now(), true)`.execute(database);
  if (found.rows.length > 0) return;
  throw new AuthFailure(403, "session_not_found", "The session has ended meanwhile");
}

function redirect(location: string, cookie?: string): Response {
  const headers = new Headers({ location });
  if (cookie !== undefined) headers.set("set-cookie", cookie);
  return new Response(null, { status: 303, headers });
}

function withCode(address: string, code: string): string {
  const url = new URL(address);
  url.searchParams.set("code", code);
  url.hash = "";
  return url.href;
}
