// @module-tag rest
// @module-tag long

import { rm } from "node:fs/promises";
import { createLocalJWKSet, jwtVerify } from "jose";
import { afterAll, expect, test } from "vitest";
import { freshDataDir, type Place, rest, signIn } from "#tests/support/backend.ts";
import { command } from "#tests/support/backup-commands.ts";
import { type Listener, listenTo } from "#tests/support/realtime-listener.ts";
import { DEMO, refreshed, runningBackend } from "#tests/support/running-backend.ts";
import { asOwner, headerOf } from "#tests/support/signing-keys.ts";
import { accepted, answersTo, clientOf, LISTED, refused } from "#tests/support/token-answers.ts";

let where: Place;
afterAll(() => rm(where.dataDir, { recursive: true, force: true }));
const backend = runningBackend(async () => {
  where = { dataDir: await freshDataDir("demo") };
  return where;
});

const signedIn = () => signIn(backend, "admin@demo.example", DEMO);

const published = () => fetch(`${backend.url}/auth/v1/.well-known/jwks.json`);
const kidsNow = async (): Promise<string[]> =>
  (await (await published()).json()).keys.map(({ kid }: { kid: string }) => kid);

const kidOf = (token: string) => headerOf(token).kid;

const isRefused = (token: string) =>
  expect.poll(async () => (await rest(backend, token, "GET", "profiles")).status).toBe(401);

async function listenerHears(listener: Listener, name: string): Promise<void> {
  await rest(backend, "service", "PATCH", "companies?name=neq.", { name });
  await expect.poll(() => listener.heard.map(({ row }) => row.name)).toContain(name);
}

test("a rotation ends no session, and a restart keeps the keys", async () => {
  const session = await signedIn();
  const before = await (await published()).json();
  const listener = await listenTo(backend, session.accessToken, LISTED);
  const said = await command("rotate-keys", where);
  const current = /with the key (\S+) from now on/.exec(said)?.[1];
  await expect.poll(async () => kidOf((await signedIn()).accessToken)).toBe(current);

  expect(await answersTo(backend, session.accessToken)).toEqual(accepted);
  await listenerHears(listener, "After the rotation");
  await listener.stop();
  const next = await refreshed(backend, session.refreshToken);
  expect(kidOf(next.accessToken)).toBe(current);
  // A client that cached the published keys already has the key that signs now.
  await jwtVerify(next.accessToken, createLocalJWKSet(before));
  const kids = await kidsNow();
  expect(kids).toHaveLength(3);
  expect(kids).toEqual(expect.arrayContaining([current, kidOf(session.accessToken)]));

  await backend.stop();
  await backend.startAgain();
  expect((await kidsNow()).sort()).toEqual(kids.sort());
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
  // As long as tokens last here.
  expect(limits).toEqual([{ minutes: 60 }]);
  await asOwner(
    where,
    "update auth.signing_keys set accepted_until = now() where status = 'previous'",
  );
  await backend.startAgain();
  expect(await kidsNow()).toHaveLength(2);
});

test("a revoked key's tokens are refused at once, on open connections, too, and the session goes on with a new one", async () => {
  const session = await signedIn();
  const listener = await listenTo(backend, session.accessToken, LISTED);
  expect(await answersTo(backend, session.accessToken)).toEqual(accepted);
  const before = await kidsNow();
  const said = await command("rotate-keys", where, "--revoke");
  expect(said).toContain("All earlier tokens are refused");
  await isRefused(session.accessToken);
  expect(await answersTo(backend, session.accessToken)).toEqual(refused);
  const { error } = await clientOf(backend).auth.getClaims(session.accessToken);
  expect(error?.message).toBe("Invalid JWT signature");

  const { accessToken } = await refreshed(backend, session.refreshToken);
  expect(await answersTo(backend, accessToken)).toEqual(accepted);
  const kids = await kidsNow();
  expect(kids).toHaveLength(2);
  expect(before.filter((kid) => kids.includes(kid))).toEqual([]);
  const next = await listenTo(backend, accessToken, LISTED);
  await listenerHears(next, "After the end");
  expect(listener.heard.map(({ row }) => row.name)).not.toContain("After the end");
  await Promise.all([listener.stop(), next.stop()]);
});
