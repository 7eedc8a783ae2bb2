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

const backend = runningBackend(() => ({ env: { PASSWORD_MIN_LENGTH: "7" } }));

const newAccount = () => ({
  ...{ email: `${randomUUID()}@Tests.example`, password, email_confirm: true },
  user_metadata: { full_name: "Nora New" },
});

async function admin(method: string, path: string, body?: unknown, headers?: object) {
  const reply = await fetch(`${backend.url}/auth/v1/admin/${path}`, {
    method,
    headers: { "content-type": "application/json", ...(headers ?? { apikey: backend.secretKey }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  return { status: reply.status, body: /^[[{]/.test(text) ? JSON.parse(text) : text };
}

async function person() {
  const account = newAccount();
  const { body } = await admin("POST", "users", account);
  return { account, id: body.id, ...(await signIn(backend, account.email, password)) };
}

test("an address gets only one user, also when many requests come at once", async () => {
  const account = newAccount();
  const add = () => admin("POST", "users", account);
  const replies = await Promise.all(Array.from({ length: 5 }, add));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422]);
  const msg = "A user with this email address has already been registered";
  const body = { code: 422, error_code: "email_exists", msg };
  expect(await add()).toEqual({ status: 422, body });
});

test("the setting for the shortest password is told to pages, and holds for whoever chooses one", async () => {
  const config = await (await fetch(`${backend.url}/config.json`)).json();
  expect(config.passwordMinimum).toBe(7);
  const { id, account, accessToken } = await person();
  const change = async (chosen: string) => {
    const body = { password: chosen, current_password: password };
    const headers = headersOf(backend, accessToken);
    const reply = await fetch(`${backend.url}/auth/v1/user`, {
      ...{ method: "PUT", body: JSON.stringify(body) },
      headers: { ...headers, "content-type": "application/json" },
    });
    return { status: reply.status, body: await reply.json() };
  };
  const refused = { status: 422, body: { error_code: "weak_password" } };
  expect(await admin("POST", "users", { ...newAccount(), password: "pump-7" })).toMatchObject(
    refused,
  );
  expect(await admin("PUT", `users/${id}`, { password: "pump-7" })).toMatchObject(refused);
  expect(await change("pump-7")).toMatchObject(refused);
  expect((await change("pump-77")).status).toBe(200);
  await signIn(backend, account.email, "pump-77");
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
