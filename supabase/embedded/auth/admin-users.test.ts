// @module-tag rest

import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { rest, signIn } from "#tests/support/backend.ts";
import {
  DEMO,
  headersOf,
  PASSWORD as password,
  refreshed,
  runningBackend,
} from "#tests/support/running-backend.ts";
import { enrolFactor } from "#tests/support/second-factor.ts";

const backend = runningBackend();

const newAccount = () => ({
  ...{ email: `${randomUUID()}@Tests.example`, password, email_confirm: true },
  user_metadata: { full_name: "Nora New" },
});

async function admin(method: string, path: string, body?: unknown, headers?: object) {
  const reply = await fetch(`${backend.url}/auth/v1/admin/${path}`, {
    method,
    headers: { "content-type": "application/json", ...(headers ?? { apikey: backend.secretKey }) },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await reply.text();
  return { status: reply.status, body: /^[[{]/.test(text) ? JSON.parse(text) : text };
}

/** What an account that has a password alone says of its ways in. */
const own = { provider: "email", providers: ["email"] };

async function person() {
  const account = newAccount();
  const { body } = await admin("POST", "users", account);
  return { account, id: body.id, ...(await signIn(backend, account.email, password)) };
}

test("a created user is answered in Auth's form, is not signed in yet, can sign in, and is found", async () => {
  const account = { ...newAccount(), app_metadata: { made_by: "somebody" } };
  const { status, body } = await admin("POST", "users", account);
  expect(status).toBe(200);
  const app_metadata = { ...own, made_by: "somebody" };
  expect(body).toMatchObject({
    ...{ aud: "authenticated", role: "authenticated", email: account.email.toLowerCase() },
    ...{ email_confirmed_at: expect.any(String), user_metadata: { full_name: "Nora New" } },
    ...{ app_metadata, identities: [{ provider: "email" }] },
  });
  expect(body).not.toHaveProperty("last_sign_in_at");
  expect(body).not.toHaveProperty("access_token");
  expect((await signIn(backend, account.email, password)).userId).toBe(body.id);
  const profile = await rest(backend, "service", "GET", `profiles?id=eq.${body.id}`);
  expect(profile.body).toMatchObject([{ full_name: "Nora New", status: "active" }]);
  expect(await admin("GET", `users/${body.id}`)).toMatchObject({
    status: 200,
    body: { id: body.id, app_metadata, last_sign_in_at: expect.any(String) },
  });
  expect((await admin("GET", `users/${randomUUID()}`)).status).toBe(404);
});

test("an address gets only one user, also when many requests come at once", async () => {
  const account = newAccount();
  const add = () => admin("POST", "users", account);
  const replies = await Promise.all(Array.from({ length: 5 }, add));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422]);
  const msg = "A user with this email address has already been registered";
  const body = { code: 422, error_code: "email_exists", msg };
  expect(await add()).toEqual({ status: 422, body });
});

test.each([
  [{ password: "nine-long" }, 422, "weak_password"],
  [{ password: "1q2w3e4r5t" }, 422, "weak_password"],
  [{ email: "nora" }, 400, "validation_failed"],
  [{ email: undefined }, 400, "validation_failed"],
  [{ email_confirm: false }, 400, "validation_failed"],
  [{ user_metadata: "Nora" }, 400, "validation_failed"],
  ["", 400, expect.any(String)],
  ["{", 400, expect.any(String)],
  ["null", 400, expect.any(String)],
  ["[]", 400, expect.any(String)],
])("an account with %j is not created", async (change, status, error_code) => {
  const sent = typeof change === "string" ? change : { ...newAccount(), ...change };
  const refused = { status, body: { code: status, error_code } };
  expect(await admin("POST", "users", sent)).toMatchObject(refused);
});

test("a deleted user's sessions end", async () => {
  const { account, id, accessToken, refreshToken } = await person();
  expect(await admin("DELETE", `users/${id}`)).toEqual({ status: 200, body: {} });
  const headers = headersOf(backend, accessToken);
  const user = await fetch(`${backend.url}/auth/v1/user`, { headers });
  expect([401, 403, 404]).toContain(user.status);
  await expect(refreshed(backend, refreshToken)).rejects.toThrow("400");
  await expect(signIn(backend, account.email, password)).rejects.toThrow("400");
  const rows = await rest(backend, accessToken, "GET", "companies");
  expect(rows.status === 200 ? rows.body : []).toEqual([]);
  expect((await admin("DELETE", `users/${id}`)).status).toBe(404);
  // The address can be used again.
  expect((await admin("POST", "users", account)).status).toBe(200);
});

test("another password ends the user's sessions, and is stored with what describes it", async () => {
  const { account, id, accessToken } = await person();
  const change = { password: "told-by-somebody", app_metadata: { told: "yes" } };
  expect(await admin("PUT", `users/${id}`, change)).toMatchObject({
    status: 200,
    body: { id, app_metadata: { ...own, told: "yes" } },
  });
  expect((await rest(backend, accessToken, "GET", "profiles")).status).toBe(401);
  await expect(signIn(backend, account.email, password)).rejects.toThrow("400");
  expect((await signIn(backend, account.email, change.password)).userId).toBe(id);
});

test.each([
  [{ password: "1q2w3e4r5t" }, 422, "weak_password"],
  [{ app_metadata: {} }, 400, "validation_failed"],
  [{ password, email: "other@tests.example" }, 400, "validation_failed"],
  [{ password, app_metadata: { told: 1 } }, 400, "validation_failed"],
])("a user is not changed by %j", async (change, status, error_code) => {
  const { account, id } = await person();
  const refused = { status, body: { error_code } };
  expect(await admin("PUT", `users/${id}`, change)).toMatchObject(refused);
  await signIn(backend, account.email, password);
});

test("a user's second factors are listed and removed, one by one and of that user alone", async () => {
  const [{ id, accessToken }, other] = [await person(), await person()];
  const factor = await enrolFactor(backend, accessToken);
  const another = await enrolFactor(backend, other.accessToken);
  const { body: factors } = await admin("GET", `users/${id}/factors`);
  expect(factors).toMatchObject([{ id: factor.id, status: "verified" }]);
  expect(JSON.stringify(factors)).not.toContain(factor.secret);
  const missing = { status: 404, body: { error_code: "mfa_factor_not_found" } };
  const remove = (factorId: string) => admin("DELETE", `users/${id}/factors/${factorId}`);
  expect(await remove(another.id)).toMatchObject(missing);
  expect(await remove(factor.id)).toMatchObject({ status: 200, body: { id: factor.id } });
  expect(await remove(factor.id)).toMatchObject(missing);
});

test("an unknown user is not found, and a soft deletion is refused", async () => {
  const missing = { status: 404, body: { error_code: "user_not_found" } };
  expect(await admin("DELETE", `users/${randomUUID()}`)).toMatchObject(missing);
  expect(await admin("PUT", `users/${randomUUID()}`, { password })).toMatchObject(missing);
  expect((await admin("DELETE", "users/tess")).status).toBe(404);
  const { body } = await admin("POST", "users", newAccount());
  const soft = { should_soft_delete: true };
  expect((await admin("DELETE", `users/${body.id}`, soft)).status).toBe(400);
  expect((await admin("DELETE", `users/${body.id}`)).status).toBe(200);
});

test("only the secret key is accepted, and all other admin routes are not found", async () => {
  const { accessToken } = await signIn(backend, "super@demo.example", DEMO);
  const { publishableKey, secretKey } = backend;
  const { authorization } = headersOf(backend, accessToken);
  for (const [headers, status] of [
    [{}, 401],
    [{ apikey: publishableKey }, 403],
    [{ apikey: "guess" }, 403],
    [{ authorization }, 403],
    [{ apikey: publishableKey, authorization }, 403],
    [{ apikey: secretKey, authorization }, 403],
    [{ apikey: publishableKey, authorization: `Bearer ${secretKey}` }, 403],
  ] as const) {
    expect((await admin("POST", "users", newAccount(), headers)).status).toBe(status);
  }
  for (const [method, path] of [
    ["GET", "users"],
    ["GET", `users/${randomUUID()}`],
    ["POST", "generate_link"],
    ["POST", `users/${randomUUID()}/factors`],
    ["DELETE", "users"],
  ] as const) {
    expect((await admin(method, path)).status, path).toBe(404);
  }
});
