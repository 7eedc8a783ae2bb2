import { randomUUID } from "node:crypto";
import { exportJWK, generateKeyPair } from "jose";
import { afterEach, expect, test, vi } from "vitest";
import { headerOf } from "#tests/support/signing-keys.ts";
import { type AccessTokens, accessTokens } from "./access-tokens.ts";
import { type KeyRing, openKeyRing } from "./key-ring.ts";
import type { SigningKey } from "./signing-key-rows.ts";

const JWT_SECRET = "a secret of the tests, long enough to sign with";

type Listen = (channel: string, heard: () => void) => Promise<void>;

/** Keys that several backends share, as the database has them. */
class SharedKeys {
  keys: SigningKey[] = [];
  reads = 0;
  #listeners: (() => void)[] = [];

  async read(): Promise<SigningKey[]> {
    this.reads += 1;
    return [...this.keys];
  }

  async add(status: SigningKey["status"]): Promise<string> {
    const { privateKey } = await generateKeyPair("ES256", { extractable: true });
    const id = randomUUID();
    const privateJwk = await exportJWK(privateKey);
    this.keys.push({ id, algorithm: "ES256", status, privateJwk, acceptedUntil: null });
    return id;
  }

  /** Makes the first key a previous one, which is accepted until then. */
  retire(acceptedUntil: number): void {
    this.keys[0] = { ...(this.keys[0] as SigningKey), status: "previous", acceptedUntil };
  }

  listen: Listen = async (_, heard) => {
    this.#listeners.push(heard);
  };

  /** Tells all who listen that the keys have changed. */
  tell(): void {
    for (const heard of this.#listeners) heard();
  }
}

async function withKey(): Promise<SharedKeys> {
  const shared = new SharedKeys();
  await shared.add("current");
  return shared;
}

const deaf: Listen = async () => {};
const rings: KeyRing[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const ring of rings.splice(0)) ring.stop();
});

async function backendOn(shared: SharedKeys, listen = shared.listen): Promise<AccessTokens> {
  const ring = await openKeyRing(shared, listen);
  rings.push(ring);
  return accessTokens(ring, JWT_SECRET);
}

const claims = (changes = {}) => ({
  ...{ sub: randomUUID(), role: "authenticated", session_id: randomUUID() },
  exp: Math.floor(Date.now() / 1000) + 3600,
  ...changes,
});

test("a backend that has not heard of a new key reads the keys again, but not for every token", async () => {
  const shared = await withKey();
  const late = await backendOn(shared, deaf);
  shared.retire(1e15);
  await shared.add("current");
  const early = await backendOn(shared);
  const reads = shared.reads;
  const token = await early.sign(claims());
  expect(await late.verify(token)).toMatchObject({ kind: "valid" });
  expect(shared.reads).toBe(reads + 1);

  const forger = await withKey();
  const forged = await backendOn(forger);
  for (let time = 0; time < 20; time += 1) {
    forger.keys = [{ ...(forger.keys[0] as SigningKey), id: randomUUID() }];
    expect(await late.verify(await forged.sign(claims()))).toEqual({ kind: "invalid" });
  }
  expect(shared.reads).toBe(reads + 1);
});

test("a token that was verified before is refused once its key is gone", async () => {
  const shared = await withKey();
  const tokens = await backendOn(shared);
  const revoked = vi.fn();
  tokens.onRevoked(revoked);
  const token = await tokens.sign(claims());
  expect((await tokens.verify(token)).kind).toBe("valid");
  shared.keys = [];
  await shared.add("current");
  shared.tell();
  await expect.poll(async () => (await tokens.verify(token)).kind).toBe("invalid");
  expect(revoked).toHaveBeenCalledTimes(1);
});

test("a token that was verified before is refused once it or its key has expired", async () => {
  const shared = new SharedKeys();
  const previous = await shared.add("current");
  const tokens = await backendOn(shared);
  vi.useFakeTimers({ toFake: ["Date"] });
  const short = await tokens.sign(claims({ exp: Math.floor(Date.now() / 1000) + 60 }));
  const long = await tokens.sign(claims({ exp: Math.floor(Date.now() / 1000) + 100_000 }));
  expect(await Promise.all([short, long].map(tokens.verify))).toMatchObject([
    { kind: "valid" },
    { kind: "valid" },
  ]);
  vi.setSystemTime(Date.now() + 61_000);
  expect(await tokens.verify(short)).toEqual({ kind: "expired" });

  await shared.add("current");
  shared.retire(Date.now() + 3_600_000);
  shared.tell();
  await expect.poll(async () => headerOf(await tokens.sign(claims())).kid).not.toBe(previous);
  expect((await tokens.verify(long)).kind).toBe("valid");
  expect(tokens.published()).toHaveLength(2);
  vi.setSystemTime(Date.now() + 3_600_000);
  expect(await tokens.verify(long)).toEqual({ kind: "invalid" });
  expect(tokens.published()).toHaveLength(1);
});

test("of a key only its public part is published", async () => {
  const tokens = await backendOn(await withKey());
  const publicPart = { kty: "EC", crv: "P-256", x: expect.any(String), y: expect.any(String) };
  const use = { alg: "ES256", use: "sig", key_ops: ["verify"], ext: true };
  expect(tokens.published()).toEqual([{ ...publicPart, ...use, kid: expect.any(String) }]);
});

test("what is for this process alone is accepted from nobody", async () => {
  const shared = await withKey();
  const tokens = await backendOn(shared);
  const found = await tokens.verify(await tokens.sign(claims()));
  const internal = [await tokens.signInternal(claims()), "internal" in found ? found.internal : ""];
  for (const token of internal) {
    expect(headerOf(token).alg).toBe("HS256");
    expect(await tokens.verify(token)).toEqual({ kind: "invalid" });
  }
});
