// @module-tag rest
// @module-tag long

import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLocalJWKSet, createRemoteJWKSet, jwtVerify } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Backend, freshDataDir, rest, signIn, startBackend } from "#tests/support/backend.ts";
import { command, type Place } from "#tests/support/backup-commands.ts";
import { type PostgresServer, startPostgres } from "#tests/support/postgres.ts";
import { listenTo } from "#tests/support/realtime-listener.ts";
import { startServers } from "#tests/support/servers.ts";
import { asOwner, claimsOf, headerOf, signBySecret } from "#tests/support/signing-keys.ts";
import { accepted, answersTo, clientOf, LISTED, refused } from "#tests/support/token-answers.ts";

const email = "admin@demo.example";
const password = "field-demo";

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
    const older = signBySecret(backend.jwtSecret, claimsOf(session.accessToken));
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
