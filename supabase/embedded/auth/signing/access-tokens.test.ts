import { randomUUID } from "node:crypto";
import { exportJWK, generateKeyPair } from "jose";
import { afterEach, expect, test, vi } from "vitest";
import { headerOf } from "#tests/support/signing-keys.ts";
import { type AccessTokens, openAccessTokens } from "./access-tokens.ts";
import type { SigningKey } from "./signing-key-rows.ts";

const JWT_SECRET = "a secret of the tests, long enough to sign with";

/** Keys as the database has them. */
class StoredKeys {
  keys: SigningKey[] = [];

  async read(): Promise<SigningKey[]> {
    return [...this.keys];
  }

  async add(status: SigningKey["status"]): Promise<string> {
    const { privateKey } = await generateKeyPair("ES256", { extractable: true });
    const id = randomUUID();
    const privateJwk = await exportJWK(privateKey);
    this.keys.push({ id, status, privateJwk, acceptedUntil: null });
    return id;
  }

  /** Makes the first key a previous one, which is accepted until then. */
  retire(acceptedUntil: number): void {
    this.keys[0] = { ...(this.keys[0] as SigningKey), status: "previous", acceptedUntil };
  }
}

async function withKey(): Promise<StoredKeys> {
  const stored = new StoredKeys();
  await stored.add("current");
  return stored;
}

afterEach(() => {
  vi.useRealTimers();
});

const backendOn = (stored: StoredKeys): Promise<AccessTokens> =>
  openAccessTokens(stored, JWT_SECRET);

const claims = (changes = {}) => ({
  ...{ sub: randomUUID(), role: "authenticated", session_id: randomUUID() },
  exp: Math.floor(Date.now() / 1000) + 3600,
  ...changes,
});

test("a token that was verified before is refused once its key is gone", async () => {
  const stored = await withKey();
  const tokens = await backendOn(stored);
  const revoked = vi.fn();
  tokens.onRevoked(revoked);
  const token = await tokens.sign(claims());
  expect((await tokens.verify(token)).kind).toBe("valid");
  stored.keys = [];
  await stored.add("current");
  await tokens.reload();
  expect((await tokens.verify(token)).kind).toBe("invalid");
  expect(revoked).toHaveBeenCalledTimes(1);
});

test("a token that was verified before is refused once it or its key has expired", async () => {
  const stored = new StoredKeys();
  const previous = await stored.add("current");
  const tokens = await backendOn(stored);
  vi.useFakeTimers({ toFake: ["Date"] });
  const short = await tokens.sign(claims({ exp: Math.floor(Date.now() / 1000) + 60 }));
  const long = await tokens.sign(claims({ exp: Math.floor(Date.now() / 1000) + 100_000 }));
  expect(await Promise.all([short, long].map(tokens.verify))).toMatchObject([
    { kind: "valid" },
    { kind: "valid" },
  ]);
  vi.setSystemTime(Date.now() + 61_000);
  expect(await tokens.verify(short)).toEqual({ kind: "expired" });

  await stored.add("current");
  stored.retire(Date.now() + 3_600_000);
  await tokens.reload();
  expect(headerOf(await tokens.sign(claims())).kid).not.toBe(previous);
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
