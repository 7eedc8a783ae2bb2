import { createRemoteJWKSet, customFetch, decodeJwt, decodeProtectedHeader, jwtVerify } from "jose";
import { z } from "zod/mini";
import { passwordMarkSchema, TEMPORARY_PASSWORD_UNTIL } from "../contracts/account-reset.ts";
import { type Profile, profileSchema } from "../contracts/person.ts";
import type { Environment } from "./environment.ts";
import type { Ports } from "./ports.ts";
import { Refused } from "./refused.ts";
import { BACKEND_LIMIT_MS, callBackend, type ServiceRest } from "./service-rest.ts";

/** Whose access token a request has. The token alone does not tell whether its session still lasts. */
export interface Bearer {
  /** The person's id. */
  id: string;
  session: string;
  /** Whether the session began with a password. */
  byPassword: boolean;
  /** Whether the person has signed in with a second factor. */
  isRaised: boolean;
}

const claimsSchema = z.object({
  sub: z.uuid(),
  session_id: z.uuid(),
  role: z.literal("authenticated"),
  amr: z.optional(z.array(z.object({ method: z.string() }))),
  aal: z.optional(z.string()),
});

const userSchema = z.object({
  id: z.uuid(),
  app_metadata: z.optional(passwordMarkSchema),
  factors: z.optional(z.array(z.object({ status: z.string() }))),
});

/** Tokens of this kind are verified by a public key, as Auth publishes them. */
const ALGORITHMS = ["ES256", "RS256"];
/**
 * Finds out whose token a request has: by Auth's public keys, without a call of Auth. A token that no
 * key verifies is shown to Auth itself, which also knows those that it signs with a secret.
 * @returns a function that throws Refused 401 for a missing, wrong or expired token, and Error when Auth
 *   could not be reached, which must never look like a bad token
 */
export function createBearerReader(environment: Environment, ports: Ports) {
  const jwks = new URL(`${environment.supabaseUrl}/auth/v1/.well-known/jwks.json`);
  const keys = createRemoteJWKSet(jwks, {
    [customFetch]: (url, { headers, signal }) => ports.fetch(url, { headers, signal }),
    timeoutDuration: BACKEND_LIMIT_MS,
  });
  async function verified(token: string): Promise<Bearer | null> {
    try {
      if (!ALGORITHMS.includes(String(decodeProtectedHeader(token).alg))) return null;
      const options = { algorithms: ALGORITHMS, requiredClaims: ["exp"] };
      return bearerFrom((await jwtVerify(token, keys, options)).payload);
    } catch {
      return null;
    }
  }

  return async (request: Request): Promise<Bearer> => {
    const token = tokenIn(request);
    const bearer = await verified(token);
    if (bearer === null) await askAuth(token, environment, ports);
    return bearer ?? bearerFrom(decodeJwt(token));
  };
}

/**
 * Identifies the caller by the request's access token, and reads their profile as it is now.
 * @throws Refused 401 when the token is missing, wrong, expired or nobody's, 403 when its session
 *   began with a temporary password; Error when the backend could not be reached.
 */
export async function identifyCaller(
  request: Request,
  environment: Environment,
  rest: ServiceRest,
  ports: Ports,
) {
  const token = tokenIn(request);
  const user = userSchema.parse(JSON.parse(await askAuth(token, environment, ports)));
  const { byPassword, isRaised } = bearerFrom(decodeJwt(token));
  // As `private.owes_own_password` in the database.
  if (byPassword && user.app_metadata?.[TEMPORARY_PASSWORD_UNTIL] !== undefined) {
    throw temporaryPassword();
  }
  const query = { id: `eq.${user.id}`, select: "*" };
  const [profile] = await rest.select("profiles", query, profileSchema);
  if (!profile) throw unauthorized();
  const hasFactor = user.factors?.some(({ status }) => status === "verified") ?? false;
  return { profile, isRaised, hasFactor };
}

/**
 * Shows a token to Auth. @returns the JSON of its user
 * @throws Refused 401 when Auth does not accept it; Error when Auth could not be reached
 */
async function askAuth(token: string, environment: Environment, ports: Ports): Promise<string> {
  const headers = { apikey: environment.anonKey, Authorization: `Bearer ${token}` };
  const reply = await callBackend(environment, ports, "auth/v1/user", { headers });
  if ([400, 401, 403, 404].includes(reply.status)) throw unauthorized();
  if (!reply.ok) throw reply.failure();
  return reply.text;
}

/** The access token of a request. @throws Refused 401 when it has none. */
function tokenIn(request: Request): string {
  const token = /^Bearer\s+(\S+)$/i.exec(request.headers.get("Authorization") ?? "")?.[1];
  if (!token) throw unauthorized();
  return token;
}

function bearerFrom(claims: unknown): Bearer {
  const { sub: id, session_id: session, amr, aal } = claimsSchema.parse(claims);
  const byPassword = amr?.some(({ method }) => method === "password") ?? false;
  return { id, session, byPassword, isRaised: aal === "aal2" };
}

/** @throws Refused 403 when the person is suspended. */
export function checkActive(caller: Profile): void {
  if (caller.status !== "active") {
    throw new Refused(403, "suspended", "This account is suspended.");
  }
}

/** For a session that began with a temporary password. */
export function temporaryPassword(): Refused {
  return new Refused(403, "temporary_password", "Sign in again and choose a password of your own.");
}

export function unauthorized(): Refused {
  return new Refused(401, "unauthorized", "Please sign in again.");
}
