import type { MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { decodeJwt } from "jose";
import { sql } from "kysely";
import { z } from "zod/mini";
import { POSTGREST_CLAIMS_INVALID } from "#supabase/functions/_shared/contracts/database-code.ts";
import { clientNetwork } from "../http/network-address.ts";
import type { RequestCaller } from "../http/request-caller.ts";
import type { OidcProvider } from "../setup/oidc-providers.ts";
import type { Settings } from "../setup/settings.ts";
import {
  type Caller,
  type Db,
  findAccount,
  firstRow,
  hashed,
  listFactors,
} from "./account-rows.ts";
import { readAssurance } from "./assurance.ts";
import { type Attempter, attemptLimits } from "./attempts.ts";
import { type Auth, type AuthContext, AuthFailure, askLite } from "./auth-request.ts";
import { openIssuers } from "./external/issuers.ts";
import type { PasswordHashes } from "./password-hashes.ts";
import { deviceCookies, openSessions } from "./sessions.ts";
import type { AccessTokens } from "./signing/access-tokens.ts";

export interface AuthOptions
  extends Pick<Settings, "passwordMinimum" | "jwtExpirySeconds">,
    Record<"jwtSecret" | "publishableKey", string> {
  database: Db;
  hashes: PasswordHashes;
  tokens: AccessTokens;
  /** The app's address: links in mails lead only there. */
  siteUrl: string;
  /** Other origins to whose pages an external provider's sign-in may return. */
  returnOrigins: readonly string[];
  oidcProviders: readonly OidcProvider[];
  /** Milliseconds since 1970. */
  now: () => number;
}

export type AuthServices = ReturnType<typeof openAuthServices>;

const userSchema = z.object({ id: z.uuid(), email: z.string() });

/** Opens the services that Auth's routes use. @param lite @supabase/lite's Auth */
export function openAuthServices(lite: Auth, options: AuthOptions) {
  const { database, now } = options;
  const https = new URL(options.siteUrl).protocol === "https:";
  const devices = deviceCookies(options.jwtSecret, https);
  /** Identifies who makes an attempt that concerns no known account. */
  const anonymous = (c: AuthContext): Attempter => ({
    network: clientNetwork(c.env.clientAddress),
  });

  return {
    ...options,
    https,
    lite,
    attempts: attemptLimits(database, now),
    issuers: openIssuers(options.oidcProviders),
    sessions: openSessions(lite, { ...options, devices }),
    anonymous,

    /** Identifies who makes an attempt on the account of `email`. */
    async attempter(c: AuthContext, email: string): Promise<Attempter> {
      const account = hashed(email.toLowerCase());
      const device = await devices.findDevice(c, account);
      return device === undefined ? { ...anonymous(c), account } : { account, device };
    },

    /** @throws HTTPException for a request without an API key of this backend */
    async requireKey(c: AuthContext): Promise<void> {
      const reply = await askLite(lite, c, "settings", { withToken: false });
      if (!reply.ok) throw new HTTPException(500, { res: reply });
    },

    /**
     * Asks @supabase/lite whose token a request has.
     * @throws HTTPException if it refuses, AuthFailure for a token without a session and a banned person
     */
    async identify(c: AuthContext): Promise<Caller> {
      const reply = await askLite(lite, c, "user");
      if (!reply.ok) throw new HTTPException(500, { res: reply });
      const { id, email } = userSchema.parse(await reply.json());
      const sessionId = requireSession(c.req.raw);
      const account = await findAccount(database, sql`u.id = ${id}`);
      if (account?.banned) throw new AuthFailure(403, "user_banned", "User is banned");
      const { aal } = await readAssurance(database, sessionId);
      return { id, email, sessionId, aal, factors: await listFactors(database, id) };
    },
  };
}

const claimsSchema = z.object({ session_id: z.uuid() });

/**
 * Reads the session's id from the access token of a request, whose token was verified before.
 * @throws AuthFailure if no token names a session
 */
export function requireSession(request: Request): string {
  const [, token = ""] = (request.headers.get("authorization") ?? "").split(" ");
  // supabase-js sends its key as the token when nobody is signed in.
  const claims = token.split(".").length === 3 ? decodeJwt(token) : {};
  const id = claimsSchema.safeParse(claims).data?.session_id;
  if (id) return id;
  throw new AuthFailure(403, "session_not_found", "The token belongs to no session");
}

/**
 * Refuses verified access tokens whose session has ended and those that name none, for which policies
 * hide all rows. The answer has the fields of PostgREST's and of Storage's errors.
 */
export function refuseEnded(database: Db): MiddlewareHandler {
  return async (c, next) => {
    const { token }: RequestCaller = c.var.caller;
    if (token?.kind !== "valid") return await next();
    const id = claimsSchema.safeParse(token.claims).data?.session_id;
    const session = sql`select from auth.sessions where id = ${id}`;
    if (id && (await firstRow(database, session))) return await next();
    const message = "JWT session has ended";
    return c.json(
      {
        ...{ code: POSTGREST_CLAIMS_INVALID, message, details: null, hint: null },
        ...{ statusCode: "401", error: "Unauthorized" },
      },
      401,
    );
  };
}
