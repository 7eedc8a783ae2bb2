import { type CryptoKey, importJWK, type JWK } from "jose";
import { z } from "zod/mini";
import type { SigningKey, SigningKeyStore } from "./signing-key-rows.ts";

/** The keys in the memory of this process. */
export type KeyRing = Awaited<ReturnType<typeof openKeyRing>>;

/** The parts of a key that everybody may know. */
const publicSchema = z.object({
  kty: z.literal("EC"),
  crv: z.literal("P-256"),
  x: z.string(),
  y: z.string(),
});

interface HeldKey extends SigningKey {
  /** Undefined for the secret. */
  pair?: { privateKey: CryptoKey; publicKey: CryptoKey; published: JWK };
}

/** Reads the keys of the database. */
export async function openKeyRing(store: Pick<SigningKeyStore, "read">) {
  let keys = new Map<string, HeldKey>();
  const listeners: (() => void)[] = [];

  /** Reads the keys again after they have changed. */
  async function reload(): Promise<void> {
    const found = await Promise.all((await store.read()).map(hold));
    const before = keys;
    keys = new Map(found.map((key) => [key.id, key]));
    const isRevoked = [...before.values()].some((key) => !keys.has(key.id) && isInTime(key));
    if (isRevoked) for (const revoked of listeners) revoked();
  }

  const holds = (id: string) => {
    const key = keys.get(id);
    return key !== undefined && isInTime(key) ? key : undefined;
  };

  await reload();
  return {
    /** The key that signs. */
    current(): { id: string; key: CryptoKey } {
      for (const { id, status, pair } of keys.values()) {
        if (status === "current" && pair) return { id, key: pair.privateKey };
      }
      throw new Error("There is no signing key");
    },

    /** The public key of that id, if its tokens are accepted. */
    find: (id: string) => holds(id)?.pair?.publicKey,
    /** The id under which tokens by the deployment's secret are accepted; undefined if they are not. */
    secretId: () => [...keys.values()].find((key) => !key.pair && isInTime(key))?.id,
    /** Whether tokens of that key are accepted. */
    isAccepted: (id: string) => holds(id) !== undefined,
    /** The public keys, as a JSON Web Key Set has them. */
    published: () =>
      [...keys.values()].filter(isInTime).flatMap(({ pair }) => pair?.published ?? []),
    /** Calls `revoked` whenever tokens are no longer accepted that have not expired. */
    onRevoked: (revoked: () => void) => void listeners.push(revoked),
    reload,
  };
}

async function hold(key: SigningKey): Promise<HeldKey> {
  if (key.privateJwk === null) return key;
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
  return { ...key, pair: { privateKey, publicKey, published } };
}

function isInTime({ acceptedUntil }: SigningKey): boolean {
  return acceptedUntil === null || acceptedUntil > Date.now();
}
