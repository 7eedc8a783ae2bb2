import { Hono } from "hono";
import { sql } from "kysely";
import * as oauth from "oauth4webapi";
import { z } from "zod/mini";
import type { OidcProvider } from "../../setup/oidc-providers.ts";
import { findAccount } from "../account-rows.ts";
import { checkFreshProof } from "../assurance.ts";
import {
  type AuthContext,
  type AuthEnv,
  AuthFailure,
  checked,
  redirect,
  returnAddress,
  text,
} from "../auth-request.ts";
import type { AuthServices } from "../auth-services.ts";
import { type ExternalPerson, personIn, verifyIdToken } from "./id-token.ts";
import { enterAccount, linkAccount } from "./identities.ts";
import { type Issuer, unreachable } from "./issuers.ts";
import { addCode, FLOW_LIFE, type Flow, flowCookies, spendState } from "./sign-in-flow.ts";

/** What is asked of a provider: who somebody is, nothing that they have there. */
const SCOPE = "openid email profile";

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
 * Routes that sign somebody in at an external provider, or link it to their account, by the authorization
 * code flow with PKCE on both sides. The browser that begins is the one that must come back (`state` in its
 * cookie), once, and ends at a page of this deployment.
 */
export function authorizeApi(parts: AuthServices): Hono<AuthEnv> {
  const { attempts, database, issuers, now, siteUrl } = parts;
  const { origin } = new URL(siteUrl);
  const cookies = flowCookies(parts.jwtSecret, parts.https);
  const callback = `${origin}/auth/v1/callback`;
  const api = new Hono<AuthEnv>();

  api.get("/authorize", async (c) => {
    const wanted = checked(c.req.query(), signInSchema);
    issuers.provider(wanted.provider);
    try {
      const { address, cookie } = await begin(wanted);
      c.header("set-cookie", cookie);
      return c.redirect(address, 303);
    } catch (error) {
      if (!(error instanceof AuthFailure)) throw error;
      return error.redirect(returnTo(wanted));
    }
  });

  // Answers with the address: a navigation could not bring the person's token along.
  api.get("/user/identities/authorize", async (c) => {
    const caller = await parts.identify(c);
    const wanted = checked(c.req.query(), linkSchema);
    await checkFreshProof(database, caller, now());
    const link = { userId: caller.id, sessionId: caller.sessionId };
    const { address, cookie } = await begin(wanted, link);
    c.header("set-cookie", cookie);
    return c.json({ url: address });
  });

  api.get("/callback", async (c) => {
    const flow = await cookies.readFlow(c, now());
    const ends = flow?.returnTo ?? siteUrl;
    const reply = await arrive(c, flow)
      .then((code) => {
        const app = new URL(ends);
        app.searchParams.set("code", code);
        app.hash = "";
        return redirect(app.href);
      })
      .catch((error) => {
        if (!(error instanceof AuthFailure)) throw error;
        return error.redirect(ends);
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
    const { metadata } = await issuers.issuer(provider);
    if (metadata.authorization_endpoint === undefined) {
      throw unreachable(provider, "it has no sign-in page");
    }
    const address = new URL(metadata.authorization_endpoint);
    const query = {
      ...{ response_type: "code", client_id: provider.clientId, redirect_uri: callback },
      ...{ scope: SCOPE, state: flow.state, nonce: flow.nonce, code_challenge_method: "S256" },
      code_challenge: await oauth.calculatePKCECodeChallenge(flow.verifier),
    };
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
    return { address: address.href, cookie: await cookies.keep(flow) };
  }

  /** @returns the code for the app. @throws AuthFailure if nobody may enter */
  async function arrive(c: AuthContext, flow: Flow | null): Promise<string> {
    const attempt = await attempts.take("external", parts.anonymous(c));
    const isOurs = flow !== null && c.req.query("state") === flow.state;
    if (!isOurs || !(await spendState(database, flow.state, now()))) {
      throw new AuthFailure(400, "bad_oauth_state", "OAuth state is not the one of this browser");
    }
    const provider = issuers.provider(flow.provider);
    const person = await personAt(provider, flow, new URL(c.req.url));
    let userId: string;
    if (flow.link === undefined) {
      userId = (await enterAccount(database, provider, person)).id;
    } else {
      userId = flow.link.userId;
      const { sessionId } = flow.link;
      const asker = await findAccount(
        database,
        sql`u.id = (select user_id from auth.sessions where id = ${sessionId})`,
      );
      // Somebody who has signed out, or was suspended, since they asked.
      if (!asker || asker.banned) {
        throw new AuthFailure(403, "session_not_found", "The session has ended meanwhile");
      }
      await linkAccount(database, userId, provider, person);
    }
    await attempt.succeeded();
    return await addCode(database, userId, flow.challenge, now());
  }

  /**
   * Reads who has signed in at the provider, from the address by which it sent the browser back.
   * @param arrived the address with `code` and `state`, or with the provider's refusal
   * @throws AuthFailure 400 if nobody has signed in there, 503 if the provider does not answer
   */
  async function personAt(
    provider: OidcProvider,
    flow: Flow,
    arrived: URL,
  ): Promise<ExternalPerson> {
    const issuer = await issuers.issuer(provider);
    const { metadata, request } = issuer;
    const client = { client_id: provider.clientId, [oauth.clockTolerance]: 30 };
    try {
      const answer = oauth.validateAuthResponse(metadata, client, arrived, flow.state);
      const reply = await oauth.authorizationCodeGrantRequest(
        ...([metadata, client, clientAuthentication(provider, issuer), answer, callback] as const),
        flow.verifier,
        request,
      );
      const tokens = await oauth.processAuthorizationCodeResponse(metadata, client, reply, {
        expectedNonce: flow.nonce,
        requireIdToken: true,
      });
      const { id_token: idToken = "", access_token: accessToken } = tokens;
      const expected = { nonce: flow.nonce, accessToken };
      const person = await verifyIdToken(issuers, provider, idToken, expected);
      if (person.email !== undefined || metadata.userinfo_endpoint === undefined) return person;
      // Many providers put the address here only.
      const userInfo = await oauth.userInfoRequest(metadata, client, accessToken, request);
      return personIn(
        provider,
        await oauth.processUserInfoResponse(metadata, client, person.sub, userInfo),
      );
    } catch (error) {
      throw error instanceof AuthFailure ? error : toAuthFailure(provider, error);
    }
  }

  return api;
}

/** How this server shows the provider that it is the client. */
function clientAuthentication(
  { clientSecret }: OidcProvider,
  { metadata }: Issuer,
): oauth.ClientAuth {
  if (clientSecret === undefined) return oauth.None();
  const ways = metadata.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  return ways.includes("client_secret_basic") || !ways.includes("client_secret_post")
    ? oauth.ClientSecretBasic(clientSecret)
    : oauth.ClientSecretPost(clientSecret);
}

function toAuthFailure(provider: OidcProvider, error: unknown): AuthFailure {
  if (error instanceof oauth.AuthorizationResponseError) {
    return new AuthFailure(400, "bad_oauth_callback", "The provider did not sign anybody in");
  }
  const isAnswer =
    error instanceof oauth.OperationProcessingError || error instanceof oauth.ResponseBodyError;
  if (!isAnswer) return unreachable(provider, error);
  const reason = error instanceof oauth.ResponseBodyError ? error.error : error.message;
  console.error(`The sign-in provider ${provider.id} refused a sign-in: ${reason}`);
  return new AuthFailure(400, "bad_oauth_callback", "The provider's answer cannot be used");
}
