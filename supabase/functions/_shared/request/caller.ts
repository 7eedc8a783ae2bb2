import { decodeJwt } from "jose";
import { z } from "zod/mini";
import { passwordMarkSchema, TEMPORARY_PASSWORD_UNTIL } from "../contracts/account-reset.ts";
import { type Profile, profileSchema } from "../contracts/person.ts";
import type { Environment } from "./environment.ts";
import type { Ports } from "./ports.ts";
import { Refused } from "./refused.ts";
import { BACKEND_LIMIT_MS, type ServiceRest } from "./service-rest.ts";

const userSchema = z.object({
  id: z.uuid(),
  app_metadata: z.optional(passwordMarkSchema),
  factors: z.optional(z.array(z.object({ status: z.string() }))),
});

const claimsSchema = z.object({ amr: z.optional(z.array(z.object({ method: z.string() }))) });

/** The person who sent a request. */
export interface Caller {
  profile: Profile;
  /** Whether the account has a second factor. */
  hasFactor: boolean;
}

/**
 * Identifies the caller by the request's access token. The profile is read again with the server's
 * rights, so that a token issued before a suspension shows the person as suspended.
 * @throws Refused 401 when the token is missing, wrong, expired or nobody's, 403 when its session
 *   began with a temporary password; Error when the backend could not be reached, which must never
 *   look like a bad token.
 */
export async function identifyCaller(
  request: Request,
  environment: Environment,
  rest: ServiceRest,
  ports: Ports,
): Promise<Caller> {
  const token = tokenOf(request);
  const user = userSchema.parse(JSON.parse(await askAuth(token, environment, ports)));
  // As `private.owes_own_password` in the database.
  const until = user.app_metadata?.[TEMPORARY_PASSWORD_UNTIL];
  const { amr } = claimsSchema.parse(decodeJwt(token));
  if (until !== undefined && amr?.some(({ method }) => method === "password")) {
    throw temporaryPassword();
  }
  const rows = await rest.select("profiles", { id: `eq.${user.id}`, select: "*" });
  const [profile] = z.array(profileSchema).parse(rows);
  if (!profile) throw unauthorized();
  const hasFactor = user.factors?.some(({ status }) => status === "verified") ?? false;
  return { profile, hasFactor };
}

/**
 * Shows a token to Auth. @returns the JSON of its user
 * @throws Refused 401 when Auth does not accept it; Error when Auth could not be reached
 */
export async function askAuth(
  token: string,
  environment: Environment,
  ports: Ports,
): Promise<string> {
  const response = await ports.fetch(`${environment.supabaseUrl}/auth/v1/user`, {
    headers: { apikey: environment.anonKey, Authorization: `Bearer ${token}` },
    signal: ports.clock.timeout(BACKEND_LIMIT_MS),
  });
  const text = await response.text();
  if ([400, 401, 403, 404].includes(response.status)) throw unauthorized();
  if (!response.ok) throw new Error(`auth/v1/user: status ${response.status}: ${text}`);
  return text;
}

/** For a session that began with a temporary password. */
export function temporaryPassword(): Refused {
  return new Refused(403, "temporary_password", "Sign in again and choose a password of your own.");
}

/** The access token of a request. @throws Refused 401 when it has none. */
export function tokenOf(request: Request): string {
  const token = /^Bearer\s+(\S+)$/i.exec(request.headers.get("Authorization") ?? "")?.[1];
  if (!token) throw unauthorized();
  return token;
}

/** @throws Refused 403 when the person is suspended. */
export function checkActive(caller: Profile): void {
  if (caller.status !== "active") {
    throw new Refused(403, "suspended", "This account is suspended.");
  }
}

export function unauthorized(): Refused {
  return new Refused(401, "unauthorized", "Please sign in again.");
}
