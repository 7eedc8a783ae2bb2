// @module-tag rest
// @module-tag long

import {
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  randomUUID,
} from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@supabase/supabase-js";
import { createLocalJWKSet, createRemoteJWKSet, jwtVerify } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Backend, freshDataDir, rest, signIn, startBackend } from "#tests/support/backend.ts";
import { command, type Place } from "#tests/support/backup-commands.ts";
import { type PostgresServer, startPostgres } from "#tests/support/postgres.ts";
import { listenTo } from "#tests/support/realtime-listener.ts";
import { startServers } from "#tests/support/servers.ts";
import {
  asOwner,
  claimsOf,
  currentKey,
  headerOf,
  type SigningKey,
  signToken,
} from "#tests/support/signing-keys.ts";

const email = "admin@demo.example";
const password = "field-demo";
const LISTED = ["companies"];

let folder: string;
let postgres: PostgresServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "field-agents-keys-"));
  postgres = await startPostgres();
});
afterAll(async () => {
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
});

const demoOn = (place: Place) => startBackend({ ...place, env: { DEMO: "1" } });
const onPglite = async (): Promise<Place> => ({ dataDir: await freshDataDir("demo") });
const onPostgres = async () => ({
  dataDir: join(folder, randomUUID()),
  databaseUrl: await postgres.createDatabase(),
});

const jwksOf = async ({ url }: Backend): Promise<{ keys: { kid: string; d?: string }[] }> =>
  await (await fetch(`${url}/auth/v1/.well-known/jwks.json`)).json();

const kidOf = (token: string) => headerOf(token).kid;

async function refreshed(backend: Backend, refreshToken: string) {
  const reply = await fetch(`${backend.url}/auth/v1/token?grant_type=refresh_token`, {
    method: "POST",
    headers: { apikey: backend.publishableKey, "content-type": "application/json" },
    body: JSON.stringify({ refresh_token: refreshToken }),
  });
  const { access_token, refresh_token } = await reply.json();
  return { accessToken: String(access_token), refreshToken: String(refresh_token) };
}

/** How each part of the backend answers a token. */
async function answersTo(backend: Backend, token: string) {
  const authorization = `Bearer ${token}`;
  const headers = {
    ...{ apikey: backend.publishableKey, authorization },
    "content-type": "application/json",
  };
  const ask = async (path: string, body?: string) =>
    (
      await fetch(`${backend.url}/${path}`, {
        headers,
        ...(body !== undefined && { method: "POST", body }),
      })
    ).status;
  return {
    rows: await ask("rest/v1/profiles?limit=1"),
    files: await ask("storage/v1/object/list/knowledge-base", '{"prefix":""}'),
    functions: await ask("functions/v1/delete-user", "{}"),
    user: await ask("auth/v1/user"),
    realtime: await listenTo(backend, token, LISTED).then(
      (listener) => listener.stop().then(() => true),
      () => false,
    ),
  };
}

// A body without a user is refused after the token was accepted.
const accepted = { rows: 200, files: 200, functions: 400, user: 200, realtime: true };
const refused = { rows: 401, files: 401, functions: 401, user: 403, realtime: false };

const clientOf = (backend: Backend) =>
  createClient(backend.url, backend.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    // Only here because Node 20 has no WebSocket, and the client cannot be constructed without one.
    realtime: { transport: class {} as never },
  });

describe.each([
  ["PGlite", onPglite],
  ["PostgreSQL", onPostgres],
])("on %s", (_, place) => {
  let where: Place;
  let backend: Backend;
  beforeAll(async () => {
    where = await place();
    backend = await demoOn(where);
  });
  afterAll(async () => {
    await backend?.stop();
    await rm(where.dataDir, { recursive: true, force: true });
  });

  test("a session's token is verified by the published keys, which everybody may keep", async () => {
    const { accessToken, userId } = await signIn(backend, email, password);
    const reply = await fetch(`${backend.url}/auth/v1/.well-known/jwks.json`);
    expect([reply.status, reply.headers.get("cache-control")]).toEqual([
      200,
      "public, max-age=600",
    ]);
    const { keys } = await reply.json();
    const published = { kty: "EC", crv: "P-256", alg: "ES256", use: "sig", key_ops: ["verify"] };
    // One that signs, and one that waits.
    expect(keys).toHaveLength(2);
    for (const key of keys) {
      expect(key).toEqual({ ...published, ext: true, kid: key.kid, x: key.x, y: key.y });
    }
    const remote = createRemoteJWKSet(new URL(`${backend.url}/auth/v1/.well-known/jwks.json`));
    const { payload, protectedHeader } = await jwtVerify(accessToken, remote);
    expect(protectedHeader).toEqual({ alg: "ES256", typ: "JWT", kid: expect.any(String) });
    expect(payload).toMatchObject({ sub: userId, role: "authenticated", aal: "aal1" });
    expect((await clientOf(backend).auth.getClaims(accessToken)).error).toBeNull();
  });

  test("a rotation signs nobody out, and a restart keeps the keys", async () => {
    const session = await signIn(backend, email, password);
    const before = await jwksOf(backend);
    const listener = await listenTo(backend, session.accessToken, LISTED);
    const said = await command("rotate-keys", where);
    const current = /with the key (\S+) from now on/.exec(said)?.[1];
    await expect
      .poll(async () => kidOf((await signIn(backend, email, password)).accessToken))
      .toBe(current);

    expect(await answersTo(backend, session.accessToken)).toEqual(accepted);
    await rest(backend, "service", "PATCH", "companies?name=neq.", { name: "After the rotation" });
    await expect
      .poll(() => listener.heard.map(({ row }) => row.name))
      .toContain("After the rotation");
    await listener.stop();
    const next = await refreshed(backend, session.refreshToken);
    expect(kidOf(next.accessToken)).toBe(current);
    // Whoever had kept the published keys knew the one that signs now.
    await jwtVerify(next.accessToken, createLocalJWKSet(before as never));
    const kids = (await jwksOf(backend)).keys.map(({ kid }) => kid);
    expect(kids).toHaveLength(3);
    expect(kids).toEqual(expect.arrayContaining([current, kidOf(session.accessToken)]));

    await backend.stop();
    backend = await demoOn(where);
    expect((await jwksOf(backend)).keys.map(({ kid }) => kid).sort()).toEqual(kids.sort());
    for (const token of [session.accessToken, next.accessToken]) {
      expect(await answersTo(backend, token)).toEqual(accepted);
    }
  });

  test("the keys of a stopped backend are rotated, and a previous one is forgotten in time", async () => {
    await backend.stop();
    expect(await command("rotate-keys", where)).toContain("accepted until they expire");
    const limits = await asOwner<{ minutes: number }>(
      where,
      `select round(extract(epoch from accepted_until - now()) / 60)::integer as minutes
       from auth.signing_keys where status = 'previous' order by accepted_until desc limit 1`,
    );
    // An hour, as long as tokens last here, and five minutes for backends that hear of it late.
    expect(limits).toEqual([{ minutes: 65 }]);
    await asOwner(
      where,
      "update auth.signing_keys set accepted_until = now() where status = 'previous'",
    );
    backend = await demoOn(where);
    expect((await jwksOf(backend)).keys).toHaveLength(2);
    if (where.databaseUrl === undefined) return;
    expect(await asOwner(where, "select from auth.signing_keys")).toHaveLength(2);
  });

  test("a revoked key's tokens are refused at once, and the session goes on with a new one", async () => {
    const session = await signIn(backend, email, password);
    expect(await answersTo(backend, session.accessToken)).toEqual(accepted);
    const before = await jwksOf(backend);
    const said = await command("rotate-keys", where, "--revoke");
    expect(said).toContain("All earlier tokens are refused");
    await expect
      .poll(async () => (await rest(backend, session.accessToken, "GET", "profiles")).status)
      .toBe(401);
    expect(await answersTo(backend, session.accessToken)).toEqual(refused);
    const { error } = await clientOf(backend).auth.getClaims(session.accessToken);
    expect(error?.message).toBe("Invalid JWT signature");

    const next = await refreshed(backend, session.refreshToken);
    expect(await answersTo(backend, next.accessToken)).toEqual(accepted);
    const kids = (await jwksOf(backend)).keys.map(({ kid }) => kid);
    expect(kids).toHaveLength(2);
    expect(before.keys.filter(({ kid }) => kids.includes(kid))).toEqual([]);
  });

  test("a revocation ends the connections of Realtime, which come back with new tokens", async () => {
    const session = await signIn(backend, email, password);
    const listener = await listenTo(backend, session.accessToken, LISTED);
    await command("rotate-keys", where, "--revoke");
    await expect
      .poll(async () => (await rest(backend, session.accessToken, "GET", "profiles")).status)
      .toBe(401);
    const next = await listenTo(
      backend,
      (await refreshed(backend, session.refreshToken)).accessToken,
      LISTED,
    );
    await rest(backend, "service", "PATCH", "companies?name=neq.", { name: "After the end" });
    await expect.poll(() => next.heard.map(({ row }) => row.name)).toContain("After the end");
    expect(listener.heard.map(({ row }) => row.name)).not.toContain("After the end");
    await Promise.all([listener.stop(), next.stop()]);
  });

  test("sessions from before there were keys go on, until their tokens expire or are revoked", async () => {
    const session = await signIn(backend, email, password);
    await backend.stop();
    await asOwner(where, "drop table auth.signing_keys");
    backend = await demoOn(where);
    const older = bySecret(backend.jwtSecret, claimsOf(session.accessToken));
    expect(await answersTo(backend, older)).toEqual(accepted);
    expect((await jwksOf(backend)).keys).toHaveLength(2);
    const next = await refreshed(backend, session.refreshToken);
    expect(headerOf(next.accessToken).alg).toBe("ES256");

    await backend.stop();
    await command("rotate-keys", where);
    backend = await demoOn(where);
    expect(await answersTo(backend, older)).toEqual(accepted);
    await command("rotate-keys", where, "--revoke");
    await expect.poll(async () => (await rest(backend, older, "GET", "profiles")).status).toBe(401);
    expect(await answersTo(backend, older)).toEqual(refused);
  });
});

/** A token as it was signed before there were keys. */
function bySecret(secret: string | Buffer, claims: object, header = {}): string {
  const signed = [{ alg: "HS256", typ: "JWT", ...header }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
}

describe("a forged token", () => {
  let where: Place;
  let key: SigningKey;
  let backend: Backend;
  let claims: Record<string, unknown>;
  beforeAll(async () => {
    where = await onPglite();
    key = await currentKey(where);
    backend = await demoOn(where);
    claims = claimsOf((await signIn(backend, email, password)).accessToken);
  });
  afterAll(async () => {
    await backend?.stop();
    await rm(where.dataDir, { recursive: true });
  });

  const publicJwk = ({ privateJwk }: SigningKey): JsonWebKey =>
    createPublicKey({ key: privateJwk, format: "jwk" }).export({ format: "jwk" });
  const own = (kid: string = randomUUID()): SigningKey => ({
    kid,
    privateJwk: generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({
      format: "jwk",
    }),
  });
  const unsigned = (alg: string) =>
    `${[{ alg, typ: "JWT", kid: key.kid }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
      .join(".")}.`;

  test("is like a real one, which is accepted", async () => {
    expect(await answersTo(backend, signToken(key, claims))).toEqual(accepted);
  });

  const withOwnKey = (name: string) => () => {
    const mine = own(key.kid);
    const jwk = publicJwk(mine);
    const headers: Record<string, object> = {
      jwk: { jwk: { ...jwk, kid: mine.kid } },
      jku: { jku: "http://127.0.0.1:9/keys.json" },
      x5c: { x5c: ["MIIB"] },
      x5u: { x5u: "http://127.0.0.1:9/cert.pem" },
    };
    return [
      signToken(mine, claims, headers[name]),
      // By the right key: such a header is not ours, whoever has signed it.
      signToken(key, claims, headers[name]),
    ];
  };
  const pem = () =>
    createPublicKey({ key: key.privateJwk, format: "jwk" }).export({ format: "pem", type: "spki" });

  test.each<[string, () => string[] | Promise<string[]>]>([
    ["without a signature", () => [unsigned("none"), unsigned("NONE"), unsigned("ES256")]],
    [
      "by HMAC with the public key",
      () => [
        bySecret(pem(), claims),
        bySecret(pem(), claims, { kid: key.kid }),
        bySecret(JSON.stringify(publicJwk(key)), claims, { kid: key.kid }),
        bySecret(Buffer.from(String(publicJwk(key).x), "base64url"), claims, { kid: key.kid }),
      ],
    ],
    [
      "of an unknown key",
      () => [signToken(own(), claims), signToken({ ...key, kid: randomUUID() }, claims)],
    ],
    ["of another key under a known id", () => [signToken(own(key.kid), claims)]],
    ["that brings its key (jwk)", withOwnKey("jwk")],
    ["that says where its key is (jku)", withOwnKey("jku")],
    ["that brings a certificate (x5c)", withOwnKey("x5c")],
    ["that says where its certificate is (x5u)", withOwnKey("x5u")],
    [
      "with another header",
      () => [
        signToken(key, claims, { typ: "at+jwt" }),
        signToken(key, claims, { crit: ["exp"] }),
        signToken(key, claims, { alg: "ES384" }),
        signToken(key, claims, { kid: undefined }),
      ],
    ],
    [
      "with other claims",
      () => [
        signToken(key, { ...claims, role: "service_role" }),
        signToken(key, { ...claims, sub: undefined }),
        signToken(key, { ...claims, exp: undefined }),
        signToken(key, { ...claims, exp: Math.floor(Date.now() / 1000) }),
      ],
    ],
    [
      "by the deployment's secret, where nobody has signed in before there were keys",
      () => [
        bySecret(backend.jwtSecret, claims),
        bySecret(
          createHmac("sha256", backend.jwtSecret).update("internal tokens").digest("base64url"),
          claims,
        ),
      ],
    ],
    ["that is none", () => ["x", "x.y.z", "..", "eyJhbGciOiJub25lIn0..", "null.null.null"]],
  ])("%s is refused", async (_, forge) => {
    for (const token of await forge()) {
      expect([headerless(token), await answersTo(backend, token)]).toEqual([
        headerless(token),
        refused,
      ]);
    }
    const [token = ""] = await forge();
    const { error } = await clientOf(backend).auth.getUser(token);
    expect(error?.message).toMatch(/^(Invalid JWT signature|JWT expired)$/);
  });

  /** For a failure's message. */
  const headerless = (token: string) => token.split(".")[0];
});

test("two backends on one PostgreSQL have the same keys, and hear of a rotation", async () => {
  const where = await onPostgres();
  const { servers, stop } = await startServers(2, {
    databaseUrl: where.databaseUrl,
    env: { DEMO: "1" },
  });
  const [first, second] = servers as [Backend, Backend];
  try {
    const session = await signIn(first, email, password);
    expect((await rest(second, session.accessToken, "GET", "profiles")).status).toBe(200);
    expect(await jwksOf(second)).toEqual(await jwksOf(first));
    await command("rotate-keys", where);
    for (const backend of servers) {
      await expect
        .poll(async () => kidOf((await signIn(backend, email, password)).accessToken))
        .not.toBe(kidOf(session.accessToken));
      expect((await rest(backend, session.accessToken, "GET", "profiles")).status).toBe(200);
    }
    await command("rotate-keys", where, "--revoke");
    for (const backend of servers) {
      await expect
        .poll(async () => (await rest(backend, session.accessToken, "GET", "profiles")).status)
        .toBe(401);
    }
  } finally {
    await stop();
  }
});

test("a backup carries the keys to another database", async () => {
  const from = await onPglite();
  const to = await onPostgres();
  const archive = join(folder, "keys.tgz");
  let backend = await demoOn(from);
  const { accessToken } = await signIn(backend, email, password);
  await command("backup", from, archive);
  await backend.stop();
  await command("restore", to, archive);
  backend = await demoOn(to);
  try {
    expect((await rest(backend, accessToken, "GET", "profiles")).status).toBe(200);
    const next = await signIn(backend, email, password);
    expect(kidOf(next.accessToken)).toBe(kidOf(accessToken));
  } finally {
    await backend.stop();
    await rm(from.dataDir, { recursive: true });
  }
});

test("the command says what is missing", async () => {
  const empty = { dataDir: join(folder, "nothing") };
  await expect(command("rotate-keys", empty)).rejects.toThrow("set DATA_DIR as at the start");
  const where = { ...empty, databaseUrl: await postgres.createDatabase() };
  await expect(command("rotate-keys", where)).rejects.toThrow("start Field Agents once");
  await expect(command("rotate-keys", where, "now")).rejects.toThrow("Say npm run rotate-keys");
});
