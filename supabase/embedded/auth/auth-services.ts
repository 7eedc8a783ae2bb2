import type { Kysely } from "kysely";
import type { OidcProvider } from "../setup/oidc-providers.ts";
import { type Attempter, attemptLimits } from "./attempts.ts";
import { type Auth, rebuilt } from "./auth-request.ts";
import { clientNetwork } from "./client-network.ts";
import { accountKey, deviceCookies } from "./device-cookie.ts";
import { openIssuers } from "./external/issuers.ts";
import type { PasswordHashes } from "./password-hashes.ts";
import { openSessions } from "./sessions.ts";
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

export type AuthServices = ReturnType<typeof openAuthServices>;

/** Opens the services that Auth's routes use. @param lite @supabase/lite's Auth */
export function openAuthServices(lite: Auth, options: AuthOptions) {
  const { database, now } = options;
  const https = new URL(options.siteUrl).protocol === "https:";
  const devices = deviceCookies(options.jwtSecret, { https });
  const anonymous = (clientAddress: string): Attempter => ({
    network: clientNetwork(clientAddress),
  });

  return {
    ...options,
    lite,
    attempts: attemptLimits(database, now),
    issuers: openIssuers(options.oidcProviders),
    sessions: openSessions(lite, { ...options, devices }),
    /** Identifies who makes an attempt that concerns no known account. */
    anonymous,

    /** Identifies who makes an attempt on the account of `email`. */
    async attempter(request: Request, clientAddress: string, email: string): Promise<Attempter> {
      const account = accountKey(email);
      const device = await devices.findDevice(request, account);
      return device === undefined ? { ...anonymous(clientAddress), account } : { account, device };
    },

    /** The refusal for a request without an API key of this backend; null if the request has one. */
    async keyRefusal(request: Request, clientAddress: string): Promise<Response | null> {
      const asked = rebuilt(request, "GET", "settings");
      asked.headers.delete("authorization");
      const reply = await lite(asked, clientAddress);
      return reply.ok ? null : reply;
    },
  };
}
