import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Backend, freshDataDir, rest, signIn, startBackend } from "#tests/support/backend.ts";
import { browserOf } from "#tests/support/browser-like.ts";
import { linkIn, mailTo } from "#tests/support/mail.ts";
import { codeOf, enrolFactor, giveCode } from "#tests/support/second-factor.ts";
import { claimsOf, currentKey, type SigningKey, signToken } from "#tests/support/signing-keys.ts";

const password = "heat-pumps-hum";
const another = "boilers-do-not-hum";

let dataDir: string;
let key: SigningKey;
let backend: Backend;
beforeAll(async () => {
  dataDir = await freshDataDir("demo");
  key = await currentKey({ dataDir });
  backend = await startBackend({ dataDir });
});
afterAll(async () => {
  await backend.stop();
  await rm(dataDir, { recursive: true });
});

let people = 0;
async function person(): Promise<{ id: string; email: string }> {
  const email = `ended-${++people}@people.example`;
  const body = { email, password, email_confirm: true };
  const reply = await fetch(`${backend.url}/auth/v1/admin/users`, {
    method: "POST",
    headers: { apikey: backend.secretKey, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { id: (await reply.json()).id, email };
}

const auth = (method: string, path: string, body?: object, accessToken?: string) =>
  browserOf(backend).auth(method, path, body, accessToken);

/** How each part of the backend answers an access token. */
async function answersTo(accessToken: string): Promise<Record<string, number>> {
  const headers = { apikey: backend.publishableKey, authorization: `Bearer ${accessToken}` };
  const ask = async (path: string, method = "POST", body = "{}") =>
    (
      await fetch(`${backend.url}/${path}`, {
        method,
        headers: { ...headers, "content-type": "application/json" },
        ...(method !== "GET" && { body }),
      })
    ).status;
  return {
    tables: (await rest(backend, accessToken, "GET", "profiles")).status,
    rpc: await ask("rest/v1/rpc/set_own_full_name", "POST", '{"full_name":"Sol"}'),
    files: await ask("storage/v1/object/list/knowledge-base", "POST", '{"prefix":""}'),
    functions: await ask("functions/v1/label-query", "POST", '{"question":"?"}'),
    user: await ask("auth/v1/user", "GET"),
    factors: await ask("auth/v1/factors", "POST", '{"factor_type":"totp"}'),
  };
}

const refused = { tables: 401, rpc: 401, files: 401, functions: 401, user: 403, factors: 403 };

describe("an access token", () => {
  test.each(["global", "local"])("is refused everywhere after a %s sign-out", async (scope) => {
    const { email } = await person();
    const { accessToken } = await signIn(backend, email, password);
    expect(await answersTo(accessToken)).toMatchObject({ tables: 200, rpc: 200, user: 200 });
    expect((await auth("POST", `logout?scope=${scope}`, undefined, accessToken)).status).toBe(204);
    expect(await answersTo(accessToken)).toEqual(refused);
  });

  test("of another device is refused after a sign-out of all others, and the own one stays valid", async () => {
    const { email } = await person();
    const other = await signIn(backend, email, password);
    const own = await signIn(backend, email, password);
    await auth("POST", "logout?scope=others", undefined, own.accessToken);
    expect(await answersTo(other.accessToken)).toEqual(refused);
    expect((await answersTo(own.accessToken)).tables).toBe(200);
  });

  test("is refused without a session, and shows no rows with somebody else's session", async () => {
    const { id, email } = await person();
    const { accessToken } = await signIn(backend, email, password);
    const stranger = await signIn(backend, (await person()).email, password);
    expect(await answersTo(resigned(accessToken, { session_id: undefined }))).toEqual(refused);
    const sessionOf = (token: string) => claimsOf(token).session_id;
    const borrowed = resigned(accessToken, { session_id: sessionOf(stranger.accessToken) });
    const seen = await rest(backend, borrowed, "GET", `profiles?id=eq.${id}`);
    expect(seen.body).toEqual([]);
  });
});

describe("a password", () => {
  const change = (accessToken: string, body: object) => auth("PUT", "user", body, accessToken);

  test("is not changed without the current password, nor by a body of another shape", async () => {
    const { email } = await person();
    const { accessToken } = await signIn(backend, email, password);
    for (const [body, code] of [
      [{ password: another }, "current_password_required"],
      [{ password: another, current_password: "wrong" }, "current_password_mismatch"],
      [{ password: another, current_password: "" }, "current_password_required"],
      [{ password: another, email: null }, "validation_failed"],
      [{ password: another, current_password: null }, "validation_failed"],
      [{ password: another, nonce: "123456" }, "validation_failed"],
      [{ email: "mine@people.example", current_password: password }, "validation_failed"],
      [{ data: {} }, "validation_failed"],
      [[], "validation_failed"],
    ] as const) {
      const reply = await change(accessToken, body);
      expect([body, reply.status, reply.body.error_code]).toEqual([body, 400, code]);
    }
    await signIn(backend, email, password);
  });

  test("is changed with the current password, and all other sessions end", async () => {
    const { email } = await person();
    const other = await signIn(backend, email, password);
    const { accessToken } = await signIn(backend, email, password);
    const same = await change(accessToken, { password, current_password: password });
    expect([same.status, same.body.error_code]).toEqual([422, "same_password"]);
    const body = { password: another, current_password: password };
    expect((await change(accessToken, body)).body).toMatchObject({ email });
    expect(await answersTo(other.accessToken)).toEqual(refused);
    expect((await answersTo(accessToken)).tables).toBe(200);
    await expect(signIn(backend, email, password)).rejects.toThrow("invalid_credentials");
    await signIn(backend, email, another);
  });

  test("can be guessed only ten times in a row in requests to change it", async () => {
    const { email } = await person();
    const { accessToken } = await signIn(backend, email, password);
    const guess = () => change(accessToken, { password: another, current_password: "wrong" });
    const replies = await Promise.all(Array.from({ length: 15 }, guess));
    const tally = replies.map(({ status }) => status).sort();
    expect(tally).toEqual([...Array(10).fill(400), ...Array(5).fill(429)]);
  });

  test.each([
    ["nine-long", "short"],
    ["1q2w3e4r5t", "common"],
    ["aaaaabbbbb", "common"],
    ["password12345", "common"],
    ["é1aB%".repeat(13), "long"],
  ])("%s is refused as a new one", async (chosen) => {
    const { email } = await person();
    const { accessToken } = await signIn(backend, email, password);
    const reply = await change(accessToken, { password: chosen, current_password: password });
    expect([reply.status, reply.body.error_code]).toEqual([422, "weak_password"]);
  });

  test("is changed once without the current password after a recovery link was opened", async () => {
    const { email } = await person();
    await auth("POST", "recover", { email });
    await expect.poll(() => linkIn(mailTo(backend, email).at(-1))).toBeDefined();
    const opened = await browserOf(backend).open(linkIn(mailTo(backend, email).at(-1)) ?? "");
    const { hash } = new URL(opened.headers.get("location") ?? "");
    const accessToken = new URLSearchParams(hash.slice(1)).get("access_token") ?? "";
    expect((await change(accessToken, { password: another })).status).toBe(200);
    const again = await change(accessToken, { password: "radiators-are-warm" });
    expect(again.body.error_code).toBe("current_password_required");
    await signIn(backend, email, another);
  });

  test("is changed only after the second factor, by a person who has one", async () => {
    const { email } = await person();
    const begun = await signIn(backend, email, password);
    const factor = await enrolFactor(backend, begun.accessToken);
    const later = await signIn(backend, email, password);
    for (const body of [
      { password: another },
      { password: another, current_password: password },
      { password: another, email: null },
    ]) {
      const reply = await change(later.accessToken, body);
      expect([body, reply.status >= 400]).toEqual([body, true]);
    }
    const raised = await giveCode(backend, later.accessToken, factor.id, codeOf(factor, 1));
    expect((await change(raised.accessToken, { password: another })).status).toBe(200);
    await signIn(backend, email, another);
  });
});

/** The token with some claims changed, signed as the backend does it. */
function resigned(token: string, changes: object): string {
  return signToken(key, { ...claimsOf(token), ...changes });
}
