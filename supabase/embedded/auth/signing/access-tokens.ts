import {
  type CryptoKey,
  decodeProtectedHeader,
  errors,
  importJWK,
  type JWK,
  jwtVerify,
  SignJWT,
} from "jose";
import { z } from "zod/mini";
import { derivedKey } from "../account-rows.ts";
import type { SigningKey, SigningKeyStore } from "./signing-key-rows.ts";

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

export type AccessTokens = Awaited<ReturnType<typeof openAccessTokens>>;

/** At most so many verified tokens are remembered: to verify one takes about half a millisecond. */
const MOST_REMEMBERED = 5000;

/**
 * The headers of our tokens have these fields alone. A header that brings a key of its own (`jwk`,
 * `x5c`) or an address of one (`jku`, `x5u`) is none of ours.
 */
const headerSchema = z.strictObject({
  alg: z.literal("ES256"),
  kid: z.uuid(),
  typ: z.literal("JWT"),
});
const claimsSchema = z.looseObject({
  sub: z.uuid(),
  role: z.literal("authenticated"),
  exp: z.number(),
});

/** The parts of a key that everybody may know. */
const publicSchema = z.object({
  kty: z.literal("EC"),
  crv: z.literal("P-256"),
  x: z.string(),
  y: z.string(),
});

interface HeldKey extends SigningKey {
  privateKey: CryptoKey;
  publicKey: CryptoKey;
  published: JWK;
}

interface Remembered extends VerifiedToken {
  keyId: string;
  /** Seconds since 1970. */
  exp: number;
}

const EXPIRED = { kind: "expired" } as const;
const INVALID = { kind: "invalid" } as const;

/**
 * The secret by which @supabase/lite verifies tokens: it knows no other kind of key. What it signs
 * never leaves this process, and is accepted from nobody outside.
 * @param jwtSecret the deployment's secret, from which it is derived
 */
export function internalSecret(jwtSecret: string): string {
  return derivedKey(jwtSecret, "internal tokens");
}

/**
 * Signs and verifies people's access tokens, by the keys of the database. Nothing else in the backend
 * does either.
 * @param jwtSecret the deployment's secret
 */
export async function openAccessTokens(store: Pick<SigningKeyStore, "read">, jwtSecret: string) {
  const internalKey = new TextEncoder().encode(internalSecret(jwtSecret));
  const remembered = new Map<string, Remembered>();
  let keys: HeldKey[] = [];
  const listeners: (() => void)[] = [];

  /** Reads the keys again after they have changed. */
  async function reload(): Promise<void> {
    const before = keys;
    keys = await Promise.all((await store.read()).map(hold));
    const isRevoked = before.filter(isInTime).some(({ id }) => !keys.some((key) => key.id === id));
    if (isRevoked) for (const revoked of listeners) revoked();
  }

  /** Signs a token for a request of the server itself to @supabase/lite. */
  const signInternal = (claims: Record<string, unknown>) =>
    new SignJWT(claims).setProtectedHeader({ alg: "HS256", typ: "JWT" }).sign(internalKey);

  async function check(token: string): Promise<TokenFinding> {
    const header = headerSchema.safeParse(decodeProtectedHeader(token)).data;
    const known = keys.filter(isInTime).find(({ id }) => id === header?.kid);
    if (!known) return INVALID;
    const { payload } = await jwtVerify(token, known.publicKey, { algorithms: ["ES256"] });
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

  await reload();
  return {
    async sign(claims: Record<string, unknown>): Promise<string> {
      const current = keys.find(({ status }) => status === "current");
      if (!current) throw new Error("There is no signing key");
      const header = { alg: "ES256", kid: current.id, typ: "JWT" };
      return await new SignJWT(claims).setProtectedHeader(header).sign(current.privateKey);
    },

    async verify(token: string): Promise<TokenFinding> {
      const known = remembered.get(token);
      if (known) {
        const isAccepted = keys.some((key) => key.id === known.keyId && isInTime(key));
        if (isAccepted && known.exp * 1000 > Date.now()) return known;
        remembered.delete(token);
      }
      return await check(token).catch((error) =>
        error instanceof errors.JWTExpired ? EXPIRED : INVALID,
      );
    },

    signInternal,
    /** The public keys, as a JSON Web Key Set has them. */
    published: () => keys.filter(isInTime).map((key) => key.published),
    /** Calls `revoked` whenever tokens are no longer accepted that have not expired. */
    onRevoked: (revoked: () => void) => void listeners.push(revoked),
    reload,
  };
}

async function hold(key: SigningKey): Promise<HeldKey> {
  const published: JWK = {
    ...{ ...publicSchema.parse(key.privateJwk), kid: key.id, alg: "ES256", use: "sig" },
    ...{ key_ops: ["verify"], ext: true },
  };
  const [privateKey, publicKey] = await Promise.all([
    importJWK({ ...key.privateJwk, ext: false }, "ES256"),
    importJWK(published, "ES256"),
  ]);
  if (privateKey instanceof Uint8Array || publicKey instanceof Uint8Array) {
    throw new Error(`The signing key ${key.id} is no key pair`);
  }
  return { ...key, privateKey, publicKey, published };
}

function isInTime({ acceptedUntil }: SigningKey): boolean {
  return acceptedUntil === null || acceptedUntil > Date.now();
}
