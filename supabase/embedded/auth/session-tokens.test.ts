import { generateKeyPairSync, sign } from "node:crypto";
import { rm } from "node:fs/promises";
import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Backend, freshDataDir, rest, signIn, startBackend } from "#tests/support/backend.ts";
import { codeOf, enrolFactor, giveCode } from "#tests/support/second-factor.ts";

const email = "admin@demo.example";
const password = "field-demo";

let dataDir: string;
let backend: Backend;
beforeAll(async () => {
  dataDir = await freshDataDir("demo");
  backend = await startBackend({ dataDir });
});
afterAll(async () => {
  await backend.stop();
  await rm(dataDir, { recursive: true });
});

const clientOf = () =>
  createClient(backend.url, backend.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    // Only here because Node 20 has no WebSocket, and the client cannot be constructed without one.
    realtime: { transport: class {} as never },
  });

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());

async function refreshed(refreshToken: string): Promise<{ accessToken: string }> {
  const reply = await fetch(`${backend.url}/auth/v1/token?grant_type=refresh_token`, {
    method: "POST",
    headers: { apikey: backend.publishableKey, "content-type": "application/json" },
    body: JSON.stringify({ refresh_token: refreshToken }),
  });
  if (!reply.ok) throw new Error(`refresh: ${reply.status}`);
  return { accessToken: (await reply.json()).access_token };
}

test("a client can verify a session's claims with the published keys", async () => {
  const client = clientOf();
  await client.auth.signInWithPassword({ email, password });
  const { data } = await client.auth.getClaims();
  expect(data?.header).toMatchObject({ alg: "ES256", typ: "JWT" });
  expect(data?.claims).toMatchObject({
    email,
    role: "authenticated",
    aud: "authenticated",
    aal: "aal1",
    amr: [{ method: "password", timestamp: expect.any(Number) }],
    session_id: expect.any(String),
  });
});

test("a token that was changed or signed with another key is refused everywhere", async () => {
  const { accessToken } = await signIn(backend, email, password);
  const [header = "", payload = "", signature = ""] = accessToken.split(".");
  const raised = encode({ ...claimsOf(accessToken), aal: "aal2" });
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const own = `${encode({ alg: "ES256", typ: "JWT", kid: "own" })}.${payload}`;
  const signed = sign("sha256", Buffer.from(own), { key: privateKey, dsaEncoding: "ieee-p1363" });
  const forged = {
    "of other claims": `${header}.${raised}.${signature}`,
    "of another signature": `${header}.${payload}.${signature.split("").reverse().join("")}`,
    "without a signature": `${encode({ alg: "none", typ: "JWT" })}.${payload}.`,
    "of another key": `${own}.${signed.toString("base64url")}`,
  };

  for (const [what, token] of Object.entries({ "of Auth": accessToken, ...forged })) {
    const authorization = `Bearer ${token}`;
    const headers = { apikey: backend.publishableKey, authorization };
    const ask = async (path: string, init?: RequestInit) =>
      (await fetch(`${backend.url}/${path}`, { ...init, headers })).ok;
    const call = await fetch(`${backend.url}/functions/v1/delete-user`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: "{}",
    });
    const answers = {
      what,
      tables: (await rest(backend, token, "GET", "profiles?limit=1")).status,
      storage: await ask("storage/v1/object/list/knowledge-base", { method: "POST", body: "{}" }),
      functions: call.status,
      auth: await ask("auth/v1/user"),
      factors: await ask("auth/v1/factors", { method: "POST", body: '{"factor_type":"totp"}' }),
      claims: (await clientOf().auth.getClaims(token)).error === null,
    };
    const isReal = token === accessToken;
    expect(answers).toEqual({
      what,
      tables: isReal ? 200 : 401,
      storage: isReal,
      // The body is only read with a valid token.
      functions: isReal ? 400 : 401,
      auth: isReal,
      factors: isReal,
      claims: isReal,
    });
  }

  const other = generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey;
  const jwkOf = (key: typeof publicKey) => ({
    ...(key.export({ format: "jwk" }) as { kty: "EC" }),
    ...{ kid: "own", alg: "ES256", key_ops: ["verify"] },
  });
  const { error } = await clientOf().auth.getClaims(forged["of another key"], {
    keys: [jwkOf(other)],
  });
  expect(error?.message).toBe("Invalid JWT signature");
});

test("a second factor and the sessions that gave its code survive a restart", async () => {
  const { accessToken } = await signIn(backend, email, password);
  const factor = await enrolFactor(backend, accessToken);
  expect(claimsOf(factor.accessToken)).toMatchObject({ aal: "aal2", sub: expect.any(String) });

  await backend.stop();
  backend = await startBackend({ dataDir });
  const again = await refreshed(factor.refreshToken);
  expect(claimsOf(again.accessToken)).toMatchObject({
    aal: "aal2",
    session_id: claimsOf(accessToken).session_id,
  });
  const later = await signIn(backend, email, password);
  expect(claimsOf(later.accessToken)).toMatchObject({ aal: "aal1", amr: [{ method: "password" }] });
  const code = codeOf(factor, 1);
  const next = await giveCode(backend, later.accessToken, factor.id, code);
  expect(claimsOf(next.accessToken)).toMatchObject({ aal: "aal2" });
  const last = await signIn(backend, email, password);
  await expect(giveCode(backend, last.accessToken, factor.id, code)).rejects.toThrow(
    "mfa_verification_failed",
  );
  expect(backend.output()).not.toContain(factor.secret);
});
