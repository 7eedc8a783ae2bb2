import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { rest } from "#tests/support/backend.ts";
import { browserOf, type Visitor } from "#tests/support/browser-like.ts";
import { linkIn, mailTo } from "#tests/support/mail.ts";
import { addPerson, PASSWORD as password, runningBackend } from "#tests/support/running-backend.ts";
import { codeOf, enrolFactor } from "#tests/support/second-factor.ts";

const addressHeader = "x-forwarded-for";
const backend = runningBackend(() => ({ env: { CLIENT_ADDRESS_HEADER: addressHeader } }));

let networks = 0;

/** A visitor at an unused address, in a browser without a cookie. */
const visitor = (address = `2001:db8:${(++networks).toString(16)}::1`): Visitor =>
  browserOf(backend, { [addressHeader]: address });

const person = () => addPerson(backend);

const enter = (who: Visitor, email: string, secret: string) =>
  who.auth("POST", "token?grant_type=password", { email, password: secret });
const statuses = (replies: { status: number }[]) =>
  replies.map(({ status }) => status).sort((a, b) => a - b);
const times = <T>(count: number, work: () => Promise<T>) =>
  Promise.all(Array.from({ length: count }, work));

describe("passwords", () => {
  test("can be tried a few times, then a pause begins whose length is told", async () => {
    const { email } = await person();
    const stranger = visitor();
    for (let i = 0; i < 5; i++) expect((await enter(stranger, email, "wrong")).status).toBe(400);
    const paused = await enter(visitor(), email, password);
    expect(paused).toMatchObject({
      status: 429,
      body: { code: 429, error_code: "over_request_rate_limit" },
    });
    const wait = Number(paused.headers.get("retry-after"));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(30);
  });

  test("cannot be tried more often with simultaneous attempts from many networks", async () => {
    const { email } = await person();
    const replies = await times(100, () => enter(visitor(), email, "wrong"));
    expect(statuses(replies)).toEqual([...Array(5).fill(400), ...Array(95).fill(429)]);
  });

  test("of many accounts cannot be tried without end from one network", async () => {
    const address = "203.0.113.7";
    const replies = await times(40, async () =>
      enter(visitor(address), `${crypto.randomUUID()}@people.example`, "wrong"),
    );
    expect(statuses(replies)).toEqual([...Array(30).fill(400), ...Array(10).fill(429)]);
    const elsewhere = await enter(visitor("203.0.113.8"), "nobody@people.example", "wrong");
    expect(elsewhere.status).toBe(400);
  });

  test("guessed by strangers do not lock the owner out of a device where they signed in before", async () => {
    const { email } = await person();
    const owner = visitor();
    expect((await enter(owner, email, password)).status).toBe(200);
    await times(20, () => enter(visitor(), email, "wrong"));
    expect((await enter(visitor(), email, password)).status).toBe(429);
    expect((await enter(owner, email, password)).status).toBe(200);
    // The owner's guesses on that device are counted, too, and its cookie does not help for another
    // account.
    const other = await person();
    await times(20, () => enter(visitor(), other.email, "wrong"));
    expect((await enter(owner, other.email, password)).status).toBe(429);
    const guesses = await times(20, () => enter(owner, email, "wrong"));
    expect(statuses(guesses)).toEqual([...Array(10).fill(400), ...Array(10).fill(429)]);
  });

  test("that are right are not counted, however many people sign in", async () => {
    const { email } = await person();
    const office = visitor("198.51.100.9");
    for (let i = 0; i < 40; i++) expect((await enter(office, email, password)).status).toBe(200);
  });
});

test("a device cookie is for one account, is signed, and cannot be read by a page", async () => {
  const { email } = await person();
  const owner = visitor();
  const reply = await enter(owner, email, password);
  const [cookie = ""] = reply.headers.getSetCookie();
  expect(cookie).toMatch(/^known-device-[0-9a-f]{16}=\S+; /);
  expect(cookie).toContain("Path=/auth/v1");
  expect(cookie).toContain("HttpOnly");
  expect(cookie).toContain("SameSite=Strict");
  expect(cookie).not.toContain("Secure");
  expect(cookie).not.toContain(email);

  await times(10, () => enter(visitor(), email, "wrong"));
  const [pair = ""] = cookie.split(";");
  const [name = "", value = ""] = pair.split("=");
  const [content = ""] = decodeURIComponent(value).split(/\.(?=[^.]*$)/);
  const forged = createHmac("sha256", "guess").update(content).digest("base64");
  for (const made of [
    content,
    `${content}.${forged}`,
    `${content}x${value.slice(content.length)}`,
  ]) {
    const thief = browserOf(backend, { cookie: `${name}=${encodeURIComponent(made)}` });
    expect((await enter(thief, email, password)).status).toBe(429);
  }
});

describe("codes of a second factor", () => {
  /** Creates an account whose first code of a factor was accepted. */
  async function withFactor() {
    const { email } = await person();
    const owner = visitor();
    const session = await enter(owner, email, password);
    const factor = await enrolFactor(backend, String(session.body.access_token), owner);
    const wrong = String((Number(codeOf(factor)) + 500_000) % 1_000_000).padStart(6, "0");
    const challenge = async (by: Visitor, token: unknown) =>
      (await by.auth("POST", `factors/${factor.id}/challenge`, {}, token)).body.id;
    const answer = (by: Visitor, token: unknown, challenge_id: unknown, code: string) =>
      by.auth("POST", `factors/${factor.id}/verify`, { challenge_id, code }, token);
    return { email, owner, factor, wrong, challenge, answer };
  }

  test("that a stranger guesses do not lock the owner out", async () => {
    const { email, owner, factor, wrong, challenge, answer } = await withFactor();
    const thief = visitor();
    const known = await enter(thief, email, password);
    // Somebody who knows only the password does not count as the owner.
    expect(known.headers.getSetCookie()).toEqual([]);
    const guess = async (by: Visitor, token: unknown, code: string) =>
      await answer(by, token, await challenge(by, token), code);
    const guesses = [];
    for (let i = 0; i < 7; i++) guesses.push(await guess(thief, known.body.access_token, wrong));
    expect(statuses(guesses)).toEqual([422, 422, 422, 422, 422, 429, 429]);

    const again = await enter(owner, email, password);
    const reply = await guess(owner, again.body.access_token, codeOf(factor, 1));
    expect(reply.status).toBe(200);
  });

  test("are refused for a challenge after five wrong guesses", async () => {
    const { owner, factor, wrong, challenge, answer } = await withFactor();
    const token = factor.accessToken;
    const id = await challenge(owner, token);
    const given = async (code: string) => (await answer(owner, token, id, code)).body.error_code;
    for (let i = 0; i < 5; i++) expect(await given(wrong)).toBe("mfa_verification_failed");
    expect(await given(codeOf(factor, 1))).toBe("mfa_challenge_expired");
  });
});

describe("a forgotten password", () => {
  async function linkFor(email: string, by = visitor()): Promise<string> {
    const before = mailTo(backend, email).length;
    expect((await by.auth("POST", "recover", { email })).status).toBe(200);
    await expect.poll(() => mailTo(backend, email).length).toBe(before + 1);
    return linkIn(mailTo(backend, email).at(-1)) ?? "";
  }

  test("is changed with a link that nobody can guess, and not with a code", async () => {
    const { email } = await person();
    const link = new URL(await linkFor(email));
    const mail = mailTo(backend, email).at(-1) ?? "";
    expect(mail.replace(String(link), "")).not.toMatch(/\d{6}/);
    const token = link.searchParams.get("token") ?? "";
    expect(Buffer.from(token, "base64url").length).toBeGreaterThanOrEqual(16);

    for (const type of ["recovery", "email_change", "magiclink", "email", "signup"]) {
      for (const body of [
        { type, email, token: "123456" },
        { type, token_hash: "123456", email },
      ]) {
        expect((await visitor().auth("POST", "verify", body)).status).toBe(400);
      }
    }
    const opened = await visitor().open(String(link));
    expect(opened.headers.get("location")).toContain("type=recovery");
    const twice = await visitor().open(String(link));
    expect(twice.headers.get("location")).toContain("error_code=otp_expired");
  });

  test("limits guesses of its links", async () => {
    const guesser = visitor();
    const replies = await times(40, () =>
      guesser.auth("POST", "verify", { type: "recovery", token_hash: crypto.randomUUID() }),
    );
    expect(statuses(replies)).toEqual([...Array(30).fill(403), ...Array(10).fill(429)]);
    // Somebody with the right link can sign in nevertheless.
    const { email } = await person();
    const reply = await guesser.open(await linkFor(email));
    expect(reply.headers.get("location")).toContain("access_token");
  });

  test("has a link that leads only to the app's own origin", async () => {
    for (const [redirect, expected] of [
      ...["http://127.0.0.1:1", "http://localhost:9", "https://evil.example/"].map(
        (elsewhere) => [elsewhere, `${backend.url}/`] as const,
      ),
      [`${backend.url}/auth`, `${backend.url}/auth`] as const,
    ]) {
      const link = new URL(await linkFor((await person()).email));
      link.searchParams.set("redirect_to", redirect);
      const location = (await visitor().open(String(link))).headers.get("location") ?? "";
      const { origin, pathname } = new URL(location);
      expect(origin + pathname).toBe(expected);
      expect(location).toContain("access_token");
    }
  });

  test("sends only a few mails", async () => {
    const { email } = await person();
    const asked = await times(10, () => visitor().auth("POST", "recover", { email }));
    expect(statuses(asked)).toEqual([...Array(3).fill(200), ...Array(7).fill(429)]);
  });
});

test("Auth serves only the routes that the product uses", async () => {
  const { email } = await person();
  const unused: [string, string, object?][] = [
    ["POST", "signup", { email: "new@people.example", password }],
    ["POST", "otp", { email: "new@people.example" }],
    ["POST", "magiclink", { email }],
    ["POST", "resend", { email, type: "email_change" }],
    ["GET", "reauthenticate"],
    ["POST", "callback", {}],
    ["POST", "token", { email, password }],
    ["POST", "token?grant_type=authorization_code", { auth_code: "x", code_verifier: "y" }],
    ["GET", "token?grant_type=password"],
    ["PATCH", "user", {}],
    ["GET", "user/identities"],
    ["GET", ".well-known/openid-configuration"],
    ["POST", "settings", {}],
  ];
  for (const [method, path, body] of unused) {
    const reply = await visitor().auth(method, path, body);
    expect([method, path, reply.status]).toEqual([method, path, 404]);
  }
  const made = await rest(backend, "service", "GET", "profiles?email=eq.new@people.example");
  expect(made.body).toEqual([]);
});
