import { decode } from "hono/jwt";
import type { Kysely } from "kysely";
import { z } from "zod/mini";
import { type AssuranceClaims, addAssuranceClaims } from "./assurance-claims.ts";
import { type Attempter, type Attempts, attemptLimits } from "./attempts.ts";
import { type Auth, rebuilt } from "./auth-request.ts";
import { accountKey, deviceCookies } from "./device-cookie.ts";
import { factorsOf } from "./factor-rows.ts";
import { networkOf } from "./network-of.ts";
import type { PasswordHashes } from "./password-hashes.ts";
import { openSessions, type Sessions } from "./session-begin.ts";
import { sessionIn } from "./session-reply.ts";

export interface AuthOptions {
  database: Kysely<unknown>;
  hashes: PasswordHashes;
  jwtSecret: string;
  publishableKey: string;
  jwtExpirySeconds: number;
  /** Where the app is: links in mail lead there and nowhere else. */
  siteUrl: string;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** What the routes of Auth are made of. */
export type AuthServices = AuthOptions & {
  /** @supabase/lite's Auth. */
  lite: Auth;
  attempts: Attempts;
  sessions: Sessions;
  assuranceClaims: AssuranceClaims;
  /** By whom the account of that address is tried to be got into. */
  attempter(request: Request, clientAddress: string, email: string): Promise<Attempter>;
  /** By whom something is tried that is nobody's. */
  anonymous(clientAddress: string): Attempter;
  /** What a request without a key of this backend is answered; null where it brings one. */
  keyRefusal(request: Request, clientAddress: string): Promise<Response | null>;
  /**
   * The same answer; where it hands out a session of somebody who has shown all they have to show, it
   * has the browser remember that they did so on this device.
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
      const claims = claimsSchema.parse(decode(session.accessToken).payload);
      const factors =
        claims.aal === "aal2" ? [] : (session.factors ?? (await factorsOf(database, claims.sub)));
      // Otherwise a password would be enough to be held for the owner of the second factor.
      if (factors.some(({ status }) => status === "verified")) return reply;
      const headers = new Headers(reply.headers);
      const cookie = await devices.remember(accountKey(claims.email), claims.session_id);
      headers.append("set-cookie", cookie);
      return new Response(reply.body, { status: reply.status, headers });
    },
  };
}
