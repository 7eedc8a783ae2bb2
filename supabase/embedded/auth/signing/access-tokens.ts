import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from "jose";
import { z } from "zod/mini";
import { internalSigner } from "./internal-tokens.ts";
import type { KeyRing } from "./key-ring.ts";

/** A person's token that was verified. */
interface VerifiedToken {
  kind: "valid";
  /** The person's id. */
  id: string;
  claims: Record<string, unknown>;
  /** A token with these claims, for @supabase/lite alone. */
  internal: string;
}

/** What is known of a token: `expired` ones were signed here, `invalid` ones were not. */
export type TokenFinding = VerifiedToken | { kind: "expired" } | { kind: "invalid" };

export type AccessTokens = ReturnType<typeof accessTokens>;

/** At most so many verified tokens are remembered: to verify one takes about half a millisecond. */
const MOST_REMEMBERED = 5000;

/**
 * The headers of our tokens have these fields alone. A header that brings a key of its own (`jwk`,
 * `x5c`) or an address of one (`jku`, `x5u`) is none of ours.
 */
const headerSchema = z.discriminatedUnion("alg", [
  z.strictObject({ alg: z.literal("ES256"), kid: z.uuid(), typ: z.literal("JWT") }),
  z.strictObject({ alg: z.literal("HS256"), typ: z.literal("JWT") }),
]);
const claimsSchema = z.looseObject({
  sub: z.uuid(),
  role: z.literal("authenticated"),
  exp: z.number(),
});

interface Remembered extends VerifiedToken {
  keyId: string;
  /** Seconds since 1970. */
  exp: number;
}

const EXPIRED = { kind: "expired" } as const;
const INVALID = { kind: "invalid" } as const;

/**
 * Signs and verifies people's access tokens. Nothing else in the backend does either.
 * @param jwtSecret the deployment's secret, by which tokens were signed before there were keys
 */
export function accessTokens(ring: KeyRing, jwtSecret: string) {
  const secret = new TextEncoder().encode(jwtSecret);
  const signInternal = internalSigner(jwtSecret);
  const remembered = new Map<string, Remembered>();

  /** The key that must have signed a token with this header; undefined if there is none. */
  function keyFor(header: z.infer<typeof headerSchema>) {
    const id = header.alg === "ES256" ? header.kid : ring.secretId();
    if (id === undefined) return undefined;
    const key = header.alg === "ES256" ? ring.find(id) : secret;
    return key && { id, key };
  }

  async function check(token: string): Promise<TokenFinding> {
    const header = headerSchema.safeParse(decodeProtectedHeader(token)).data;
    const known = header && keyFor(header);
    if (!header || !known) return INVALID;
    const { payload } = await jwtVerify(token, known.key, { algorithms: [header.alg] });
    const claims = claimsSchema.safeParse(payload).data;
    if (!claims) return INVALID;
    const now = Math.floor(Date.now() / 1000);
    // The clock may have been set back since, and @supabase/lite refuses tokens from the future.
    const internal = await signInternal({ ...payload, iat: Math.min(payload.iat ?? now, now) });
    const { sub: id, exp } = claims;
    const found = { kind: "valid" as const, id, claims: payload, internal, keyId: known.id, exp };
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    remembered.set(token, found);
    return found;
  }

  return {
    async sign(claims: Record<string, unknown>): Promise<string> {
      const { id, key } = ring.current();
      const header = { alg: "ES256", kid: id, typ: "JWT" };
      return await new SignJWT(claims).setProtectedHeader(header).sign(key);
    },

    async verify(token: string): Promise<TokenFinding> {
      const known = remembered.get(token);
      if (known) {
        const isGood = ring.isAccepted(known.keyId) && known.exp * 1000 > Date.now();
        if (isGood) return known;
        remembered.delete(token);
      }
      return await check(token).catch((error) =>
        error instanceof errors.JWTExpired ? EXPIRED : INVALID,
      );
    },

    /** Signs a token for a request of the server itself to @supabase/lite. */
    signInternal,
    published: ring.published,
    onRevoked: ring.onRevoked,
  };
}
