import { type CryptoKey, importJWK, type JWK } from "jose";
import { z } from "zod/mini";
import type { SigningKey, SigningKeyStore } from "./signing-key-rows.ts";
import { SIGNING_KEYS_CHANGED } from "./signing-key-rows.ts";

/** How often the keys are read again, should their change not have been heard of (ms). */
const READ_AGAIN = 30_000;
/** How often tokens of unknown keys may lead to another read, in milliseconds. */
const LOOK_AGAIN = 5_000;

/** The keys in the memory of this process. */
export interface KeyRing {
  /** The key that signs. */
  current(): { id: string; key: CryptoKey };
  /**
   * The public key of that id, if its tokens are accepted. Reads the keys again for an id that is
   * unknown: another backend may have made it.
   */
  find(id: string): Promise<CryptoKey | undefined>;
  /** The id under which tokens by the deployment's secret are accepted; undefined if they are not. */
  secretId(): string | undefined;
  /** Whether tokens of that key are accepted. */
  isAccepted(id: string): boolean;
  /** The public keys, as a JSON Web Key Set has them. */
  published(): JWK[];
  /** Calls `revoked` whenever tokens are no longer accepted that have not expired. */
  onRevoked(revoked: () => void): void;
  stop(): void;
}

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

/**
 * Reads the keys, and again whenever they change.
 * @param listen calls `heard` with each notification of a channel of the database
 */
export async function openKeyRing(
  store: Pick<SigningKeyStore, "read">,
  listen: (channel: string, heard: () => void) => Promise<void>,
): Promise<KeyRing> {
  let keys = new Map<string, HeldKey>();
  let reading: Promise<void> | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let isStopped = false;
  const listeners: (() => void)[] = [];

  async function read(): Promise<void> {
    const found = await Promise.all((await store.read()).map(hold));
    const before = keys;
    keys = new Map(found.map((key) => [key.id, key]));
    const isRevoked = [...before.values()].some((key) => !keys.has(key.id) && isInTime(key));
    if (isRevoked) for (const revoked of listeners) revoked();
  }

  /** One read at a time; what has changed during one is found by the next. */
  function readAgain(): Promise<void> {
    const next = (reading ?? Promise.resolve()).then(read).catch((error) => {
      if (!isStopped) console.error(`The signing keys could not be read: ${error.message}`);
    });
    reading = next;
    return next;
  }

  const holds = (id: string) => {
    const key = keys.get(id);
    return key !== undefined && isInTime(key) ? key : undefined;
  };

  await listen(SIGNING_KEYS_CHANGED, () => void readAgain());
  reading = read();
  await reading;
  const timer = setInterval(() => void readAgain(), READ_AGAIN);

  return {
    current() {
      for (const { id, status, pair } of keys.values()) {
        if (status === "current" && pair) return { id, key: pair.privateKey };
      }
      throw new Error("There is no signing key");
    },

    async find(id) {
      if (!keys.has(id) && performance.now() - lookedAt > LOOK_AGAIN) {
        lookedAt = performance.now();
        await readAgain();
      }
      return holds(id)?.pair?.publicKey;
    },

    secretId: () => [...keys.values()].find((key) => !key.pair && isInTime(key))?.id,
    isAccepted: (id) => holds(id) !== undefined,
    published: () =>
      [...keys.values()].filter(isInTime).flatMap(({ pair }) => pair?.published ?? []),
    onRevoked: (revoked) => void listeners.push(revoked),
    stop() {
      isStopped = true;
      clearInterval(timer);
    },
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
