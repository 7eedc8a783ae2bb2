import { decodeJwt } from "jose";
import type { Kysely } from "kysely";
import { z } from "zod/mini";
import type { OidcProvider } from "../setup/oidc-providers.ts";
import { type AssuranceClaims, addAssuranceClaims } from "./assurance-claims.ts";
import { type Attempter, type Attempts, attemptLimits } from "./attempts.ts";
import { type Auth, rebuilt } from "./auth-request.ts";
import { accountKey, deviceCookies } from "./device-cookie.ts";
import { type Issuers, openIssuers } from "./external/issuers.ts";
import { factorsOf } from "./factor-rows.ts";
import { networkOf } from "./network-of.ts";
import type { PasswordHashes } from "./password-hashes.ts";
import { openSessions, type Sessions } from "./session-begin.ts";
import { sessionIn } from "./session-reply.ts";
import type { AccessTokens } from "./signing/access-tokens.ts";

export interface AuthOptions {
  database: Kysely<unknown>;
  hashes: PasswordHashes;
  /** The shortest new password, in characters. */
  passwordMinimum: number;
  /** The keys of cookies are derived from it. */
  jwtSecret: string;
  tokens: AccessTokens;
  publishableKey: string;
  jwtExpirySeconds: number;
  /** The app's address: links in mails lead only there. */
  siteUrl: string;
  /** Other origins to whose pages an external provider's sign-in may return. */
  returnOrigins: readonly string[];
  /** The providers by which people sign in. */
  oidcProviders: readonly OidcProvider[];
  /** Milliseconds since 1970. */
  now: () => number;
}

/** The services that Auth's routes use. */
export type AuthServices = AuthOptions & {
  /** @supabase/lite's Auth. */
  lite: Auth;
  attempts: Attempts;
  issuers: Issuers;
  sessions: Sessions;
  assuranceClaims: AssuranceClaims;
  /** Identifies who makes an attempt on the account of `email`. */
  attempter(request: Request, clientAddress: string, email: string): Promise<Attempter>;
  /** Identifies who makes an attempt that concerns no known account. */
  anonymous(clientAddress: string): Attempter;
  /** The refusal for a request without an API key of this backend; null if the request has one. */
  keyRefusal(request: Request, clientAddress: string): Promise<Response | null>;
  /**
   * Returns the reply. If it contains a session whose person has given all their factors, a cookie
   * is added, by which this device is recognised later.
   */
  remember(reply: Response): Promise<Response>;
};

const claimsSchema = z.object({
  sub: z.uuid(),
  email: z.string(),
  session_id: z.uuid(),
  aal: z.string(),
});

export function openAuthServices(lite: Auth, options: AuthOptions): AuthServices {
  const { database, now } = options;
  const https = new URL(options.siteUrl).protocol === "https:";
  const devices = deviceCookies(options.jwtSecret, { https });
  const anonymous = (clientAddress: string) => ({ network: networkOf(clientAddress) });

  return {
    ...options,
    lite,
    attempts: attemptLimits(database, now),
    issuers: openIssuers(options.oidcProviders),
    sessions: openSessions(lite, options),
    assuranceClaims: addAssuranceClaims(database, options),
    anonymous,

    async attempter(request, clientAddress, email) {
      const account = accountKey(email);
      const device = await devices.deviceOf(request, account);
      return device === undefined ? { ...anonymous(clientAddress), account } : { account, device };
    },

    async keyRefusal(request, clientAddress) {
      const asked = rebuilt(request, "GET", "settings");
      asked.headers.delete("authorization");
      const reply = await lite(asked, clientAddress);
      return reply.ok ? null : reply;
    },

    async remember(reply) {
      const session = await sessionIn(reply);
      if (session === null) return reply;
      const claims = claimsSchema.parse(decodeJwt(session.accessToken));
      const factors =
        claims.aal === "aal2" ? [] : (session.factors ?? (await factorsOf(database, claims.sub)));
      // Otherwise the password alone would make a device count as one of the second factor's owner.
      if (factors.some(({ status }) => status === "verified")) return reply;
      const headers = new Headers(reply.headers);
      const cookie = await devices.remember(accountKey(claims.email), claims.session_id);
      headers.append("set-cookie", cookie);
      return new Response(reply.body, { status: reply.status, headers });
    },
  };
}
