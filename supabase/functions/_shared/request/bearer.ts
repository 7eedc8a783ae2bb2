import { createRemoteJWKSet, customFetch, decodeJwt, decodeProtectedHeader, jwtVerify } from "jose";
import { z } from "zod/mini";
import { askAuth, tokenOf } from "./caller.ts";
import type { Environment } from "./environment.ts";
import type { Ports } from "./ports.ts";
import { BACKEND_LIMIT_MS } from "./service-rest.ts";

/** Whose access token a request has. The token alone does not tell whether its session still lasts. */
export interface Bearer {
  /** The person's id. */
  id: string;
  session: string;
  /** Whether the session began with a password. */
  byPassword: boolean;
}

const bearerSchema = z.object({
  sub: z.uuid(),
  session_id: z.uuid(),
  role: z.literal("authenticated"),
  amr: z.optional(z.array(z.object({ method: z.string() }))),
});

/** Tokens of this kind are verified by a public key, as Auth publishes them. */
const ALGORITHMS = ["ES256", "RS256"];
/** A verified token is not verified again for this long, in milliseconds: a key may be revoked meanwhile. */
const REMEMBERED_MS = 60_000;
const MOST_REMEMBERED = 1000;

/**
 * Finds out whose token a request has: by Auth's public keys, without a call of Auth. A token that no
 * key verifies is shown to Auth itself, which also knows those that it signs with a secret.
 * @returns a function that throws Refused 401 for a missing, wrong or expired token, and Error when Auth
 *   could not be reached, which must never look like a bad token
 */
export function createBearerReader(
  environment: Environment,
  ports: Ports,
): (request: Request) => Promise<Bearer> {
  const auth = `${environment.supabaseUrl}/auth/v1`;
  const keys = createRemoteJWKSet(new URL(`${auth}/.well-known/jwks.json`), {
    [customFetch]: (url, { headers, signal }) => ports.fetch(url, { headers, signal }),
    timeoutDuration: BACKEND_LIMIT_MS,
  });
  const remembered = new Map<string, { bearer: Bearer; until: number }>();

  async function verified(token: string): Promise<Bearer | null> {
    const known = remembered.get(token);
    if (known && known.until > Date.now()) return known.bearer;
    remembered.delete(token);
    try {
      if (!ALGORITHMS.includes(String(decodeProtectedHeader(token).alg))) return null;
      const { payload } = await jwtVerify(token, keys, {
        algorithms: ALGORITHMS,
        requiredClaims: ["exp"],
      });
      const bearer = bearerOf(payload);
      const until = Math.min((payload.exp ?? 0) * 1000, Date.now() + REMEMBERED_MS);
      if (remembered.size >= MOST_REMEMBERED) remembered.clear();
      remembered.set(token, { bearer, until });
      return bearer;
    } catch {
      return null;
    }
  }

  return async (request) => {
    const token = tokenOf(request);
    const bearer = await verified(token);
    if (bearer !== null) return bearer;
    await askAuth(token, environment, ports);
    return bearerOf(decodeJwt(token));
  };
}

function bearerOf(claims: unknown): Bearer {
  const { sub, session_id, amr } = bearerSchema.parse(claims);
  return {
    id: sub,
    session: session_id,
    byPassword: amr?.some(({ method }) => method === "password") ?? false,
  };
}
