// @module-tag rest
// @module-tag long

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLocalJWKSet, createRemoteJWKSet, jwtVerify } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Backend, freshDataDir, rest, signIn } from "#tests/support/backend.ts";
import { command, type Place } from "#tests/support/backup-commands.ts";
import { type PostgresServer, startPostgres } from "#tests/support/postgres.ts";
import { listenTo } from "#tests/support/realtime-listener.ts";
import { DEMO, refreshed, runningBackend } from "#tests/support/running-backend.ts";
import { startServers } from "#tests/support/servers.ts";
import { asOwner, claimsOf, headerOf, signBySecret } from "#tests/support/signing-keys.ts";
import { accepted, answersTo, clientOf, LISTED, refused } from "#tests/support/token-answers.ts";

let folder: string;
let postgres: PostgresServer;
let where: Place;
afterAll(async () => {
  await postgres?.stop();
  for (const path of [folder, where.dataDir]) await rm(path, { recursive: true, force: true });
});
const backend = runningBackend(async () => {
  folder = await mkdtemp(join(tmpdir(), "field-agents-keys-"));
  where = { dataDir: await freshDataDir("demo") };
  return where;
});
beforeAll(async () => {
  postgres = await startPostgres();
});

const signedIn = (server: Backend = backend) => signIn(server, "admin@demo.example", DEMO);

const jwksOf = async ({ url }: Backend): Promise<{ keys: { kid: string; d?: string }[] }> =>
  await (await fetch(`${url}/auth/v1/.well-known/jwks.json`)).json();

const kidOf = (token: string) => headerOf(token).kid;

const isRefused = (server: Backend, token: string) =>
  expect.poll(async () => (await rest(server, token, "GET", "profiles")).status).toBe(401);

test("a session's token is verified by the published keys, which everybody may keep", async () => {
  const { accessToken, userId } = await signedIn();
  const reply = await fetch(`${backend.url}/auth/v1/.well-known/jwks.json`);
  expect([reply.status, reply.headers.get("cache-control")]).toEqual([200, "public, max-age=600"]);
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

test("a rotation ends no session, and a restart keeps the keys", async () => {
  const session = await signedIn();
  const before = await jwksOf(backend);
  const listener = await listenTo(backend, session.accessToken, LISTED);
  const said = await command("rotate-keys", where);
  const current = /with the key (\S+) from now on/.exec(said)?.[1];
  await expect.poll(async () => kidOf((await signedIn()).accessToken)).toBe(current);

  expect(await answersTo(backend, session.accessToken)).toEqual(accepted);
  await rest(backend, "service", "PATCH", "companies?name=neq.", { name: "After the rotation" });
  await expect
    .poll(() => listener.heard.map(({ row }) => row.name))
    .toContain("After the rotation");
  await listener.stop();
  const next = await refreshed(backend, session.refreshToken);
  expect(kidOf(next.accessToken)).toBe(current);
  // A client that cached the published keys already has the key that signs now.
  await jwtVerify(next.accessToken, createLocalJWKSet(before as never));
  const kids = (await jwksOf(backend)).keys.map(({ kid }) => kid);
  expect(kids).toHaveLength(3);
  expect(kids).toEqual(expect.arrayContaining([current, kidOf(session.accessToken)]));

  await backend.stop();
  await backend.startAgain();
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
  await backend.startAgain();
  expect((await jwksOf(backend)).keys).toHaveLength(2);
});

test("a revoked key's tokens are refused at once, on open connections, too, and the session goes on with a new one", async () => {
  const session = await signedIn();
  const listener = await listenTo(backend, session.accessToken, LISTED);
  expect(await answersTo(backend, session.accessToken)).toEqual(accepted);
  const before = await jwksOf(backend);
  const said = await command("rotate-keys", where, "--revoke");
  expect(said).toContain("All earlier tokens are refused");
  await isRefused(backend, session.accessToken);
  expect(await answersTo(backend, session.accessToken)).toEqual(refused);
  const { error } = await clientOf(backend).auth.getClaims(session.accessToken);
  expect(error?.message).toBe("Invalid JWT signature");

  const { accessToken } = await refreshed(backend, session.refreshToken);
  expect(await answersTo(backend, accessToken)).toEqual(accepted);
  const kids = (await jwksOf(backend)).keys.map(({ kid }) => kid);
  expect(kids).toHaveLength(2);
  expect(before.keys.filter(({ kid }) => kids.includes(kid))).toEqual([]);
  const next = await listenTo(backend, accessToken, LISTED);
  await rest(backend, "service", "PATCH", "companies?name=neq.", { name: "After the end" });
  await expect.poll(() => next.heard.map(({ row }) => row.name)).toContain("After the end");
  expect(listener.heard.map(({ row }) => row.name)).not.toContain("After the end");
  await Promise.all([listener.stop(), next.stop()]);
});

test("sessions from before there were keys go on, until their tokens expire or are revoked", async () => {
  const session = await signedIn();
  await backend.stop();
  await asOwner(where, "drop table auth.signing_keys");
  await backend.startAgain();
  const older = signBySecret(backend.jwtSecret, claimsOf(session.accessToken));
  expect(await answersTo(backend, older)).toEqual(accepted);
  expect((await jwksOf(backend)).keys).toHaveLength(2);
  const next = await refreshed(backend, session.refreshToken);
  expect(headerOf(next.accessToken).alg).toBe("ES256");

  await backend.stop();
  await command("rotate-keys", where);
  await backend.startAgain();
  expect(await answersTo(backend, older)).toEqual(accepted);
  await command("rotate-keys", where, "--revoke");
  await isRefused(backend, older);
  expect(await answersTo(backend, older)).toEqual(refused);
});

test("two backends on one PostgreSQL have the same keys, also those of a backup, and hear of a rotation", async () => {
  const archive = join(folder, "keys.tgz");
  const before = await signedIn();
  await command("backup", where, archive);
  const databaseUrl = await postgres.createDatabase();
  const to = { dataDir: join(folder, "restored"), databaseUrl };
  const files = { STORAGE_DIR: join(folder, "files") };
  await command("restore", { ...to, env: files }, archive);
  const { servers, stop } = await startServers(2, { databaseUrl, env: { DEMO: "1", ...files } });
  const [first, second] = servers as [Backend, Backend];
  try {
    const session = await signedIn(first);
    expect(kidOf(session.accessToken)).toBe(kidOf(before.accessToken));
    for (const token of [before.accessToken, session.accessToken]) {
      expect((await rest(second, token, "GET", "profiles")).status).toBe(200);
    }
    expect(await jwksOf(second)).toEqual(await jwksOf(first));
    await command("rotate-keys", to);
    for (const server of servers) {
      await expect
        .poll(async () => kidOf((await signedIn(server)).accessToken))
        .not.toBe(kidOf(session.accessToken));
      expect((await rest(server, session.accessToken, "GET", "profiles")).status).toBe(200);
    }
    await command("rotate-keys", to, "--revoke");
    for (const server of servers) await isRefused(server, session.accessToken);
  } finally {
    await stop();
  }
});

test("the command says what is missing", async () => {
  const empty = { dataDir: join(folder, "nothing") };
  await expect(command("rotate-keys", empty)).rejects.toThrow("set DATA_DIR as at the start");
  const unused = { ...empty, databaseUrl: await postgres.createDatabase() };
  await expect(command("rotate-keys", unused)).rejects.toThrow("start Field Agents once");
  await expect(command("rotate-keys", unused, "now")).rejects.toThrow("Say npm run rotate-keys");
});
