import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
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
const guess = (email: string, by = visitor()) => enter(by, email, "wrong");
/** The statuses of as many simultaneous replies. */
const times = async (count: number, work: () => Promise<{ status: number }>) =>
  (await Promise.all(Array.from({ length: count }, work)))
    .map(({ status }) => status)
    .sort((a, b) => a - b);
const tally = (counts: Record<number, number>) =>
  Object.entries(counts).flatMap(([status, count]) => Array(count).fill(Number(status)));

test("passwords can be tried a few times, then a pause begins whose length is told", async () => {
  const { email } = await person();
  const stranger = visitor();
  for (let i = 0; i < 5; i++) expect((await guess(email, stranger)).status).toBe(400);
  const paused = await enter(visitor(), email, password);
  const body = { code: 429, error_code: "over_request_rate_limit" };
  expect(paused).toMatchObject({ status: 429, body });
  const wait = Number(paused.headers.get("retry-after"));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(30);
});

test("passwords cannot be tried more often with simultaneous attempts from many networks", async () => {
  const { email } = await person();
  expect(await times(100, () => guess(email))).toEqual(tally({ 400: 5, 429: 95 }));
});

test("passwords of many accounts cannot be tried without end from one network", async () => {
  const guessFrom = (address: string) =>
    guess(`${crypto.randomUUID()}@people.example`, visitor(address));
  expect(await times(40, () => guessFrom("203.0.113.7"))).toEqual(tally({ 400: 30, 429: 10 }));
  expect((await guessFrom("203.0.113.8")).status).toBe(400);
});

test("passwords guessed by strangers do not lock the owner out of a device where they signed in before", async () => {
  const { email } = await person();
  const owner = visitor();
  expect((await enter(owner, email, password)).status).toBe(200);
  await times(20, () => guess(email));
  expect((await enter(visitor(), email, password)).status).toBe(429);
  expect((await enter(owner, email, password)).status).toBe(200);
  // Its cookie does not help for another account, and the owner's guesses are counted, too.
  const other = await person();
  await times(20, () => guess(other.email));
  expect((await enter(owner, other.email, password)).status).toBe(429);
  expect(await times(20, () => guess(email, owner))).toEqual(tally({ 400: 10, 429: 10 }));
});

test("passwords that are right are not counted, however many people sign in", async () => {
  const { email } = await person();
  const office = visitor("198.51.100.9");
  for (let i = 0; i < 40; i++) expect((await enter(office, email, password)).status).toBe(200);
});

test("a device cookie is for one account, is signed, and cannot be read by a page", async () => {
  const { email } = await person();
  const owner = visitor();
  const reply = await enter(owner, email, password);
  const [cookie = ""] = reply.headers.getSetCookie();
  expect(cookie).toMatch(/^known-device-[0-9a-f]{16}=\S+; /);
  for (const part of ["Path=/auth/v1", "HttpOnly", "SameSite=Strict"]) {
    expect(cookie).toContain(part);
  }
  for (const part of ["Secure", email]) expect(cookie).not.toContain(part);

  await times(10, () => guess(email));
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

test("codes of a second factor that a stranger guesses do not lock the owner out", async () => {
  const { email, owner, factor, wrong, challenge, answer } = await withFactor();
  const thief = visitor();
  const known = await enter(thief, email, password);
  // Somebody who knows only the password does not count as the owner.
  expect(known.headers.getSetCookie()).toEqual([]);
  const statusFor = async (by: Visitor, token: unknown, code: string) =>
    (await answer(by, token, await challenge(by, token), code)).status;
  for (const status of tally({ 422: 5, 429: 2 })) {
    expect(await statusFor(thief, known.body.access_token, wrong)).toBe(status);
  }
  const again = await enter(owner, email, password);
  expect(await statusFor(owner, again.body.access_token, codeOf(factor, 1))).toBe(200);
});

test("codes of a second factor are refused for a challenge after five wrong guesses", async () => {
  const { owner, factor, wrong, challenge, answer } = await withFactor();
  const token = factor.accessToken;
  const id = await challenge(owner, token);
  const given = async (code: string) => (await answer(owner, token, id, code)).body.error_code;
  for (let i = 0; i < 5; i++) expect(await given(wrong)).toBe("mfa_verification_failed");
  expect(await given(codeOf(factor, 1))).toBe("mfa_challenge_expired");
});

async function linkFor(email: string, by = visitor()): Promise<string> {
  const before = mailTo(backend, email).length;
  expect((await by.auth("POST", "recover", { email })).status).toBe(200);
  await expect.poll(() => mailTo(backend, email).length).toBe(before + 1);
  return linkIn(mailTo(backend, email).at(-1)) ?? "";
}

test("a forgotten password is changed with a link that nobody can guess, and not with a code", async () => {
  const { email } = await person();
  const link = new URL(await linkFor(email));
  const mail = mailTo(backend, email).at(-1) ?? "";
  // The address is random, and may have six digits in a row.
  const words = mail.replace(String(link), "").replaceAll(email, "");
  expect(words).not.toMatch(/\d{6}/);
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
  // Whatever looks at the link uses it up only by entering.
  for (const status of [200, 403]) {
    const opened = await visitor().open(String(link));
    if (status === 200) expect(opened.headers.get("location")).toContain("token_hash=");
    const entered = await visitor().auth("POST", "verify", {
      type: "recovery",
      token_hash: token,
    });
    expect(entered.status).toBe(status);
  }
  const twice = await visitor().open(String(link));
  expect(twice.headers.get("location")).toContain("error_code=otp_expired");
});

test("a forgotten password limits guesses of its links", async () => {
  const guesser = visitor();
  const tryOne = () =>
    guesser.auth("POST", "verify", { type: "recovery", token_hash: crypto.randomUUID() });
  expect(await times(40, tryOne)).toEqual(tally({ 403: 30, 429: 10 }));
  // Somebody with the right link can sign in nevertheless.
  const { email } = await person();
  const reply = await guesser.enterBy(await linkFor(email));
  expect(reply.body).toHaveProperty("access_token");
});

test("a forgotten password has a link that leads only to the app's own origin", async () => {
  for (const [redirect, expected] of [
    ["http://127.0.0.1:1", `${backend.url}/`],
    ["http://localhost:9", `${backend.url}/`],
    ["https://evil.example/", `${backend.url}/`],
    [`${backend.url}/auth`, `${backend.url}/auth`],
  ] as const) {
    const link = new URL(await linkFor((await person()).email));
    link.searchParams.set("redirect_to", redirect);
    const location = (await visitor().open(String(link))).headers.get("location") ?? "";
    const { origin, pathname } = new URL(location);
    expect(origin + pathname).toBe(expected);
    expect(location).toContain("token_hash=");
    expect(location).not.toContain("access_token");
  }
});

test("a forgotten password sends only a few mails", async () => {
  const { email } = await person();
  const ask = () => visitor().auth("POST", "recover", { email });
  expect(await times(10, ask)).toEqual(tally({ 200: 3, 429: 7 }));
});

test("Auth serves only the routes that the product uses", async () => {
  const { email } = await person();
  const unused: [string, string, object?][] = [
    ["POST", "signup", { email: "new@people.example", password }],
    ["POST", "otp", { email: "new@people.example" }],
    ["POST", "resend", { email, type: "email_change" }],
    ["GET", "reauthenticate"],
    ["POST", "callback", {}],
    ["POST", "token", { email, password }],
    ["POST", "token?grant_type=authorization_code", { auth_code: "x", code_verifier: "y" }],
    ["GET", "token?grant_type=password"],
    ["PATCH", "user", {}],
    ["GET", ".well-known/openid-configuration"],
  ];
  for (const [method, path, body] of unused) {
    const reply = await visitor().auth(method, path, body);
    expect([method, path, reply.status]).toEqual([method, path, 404]);
  }
  const made = await rest(backend, "service", "GET", "profiles?email=eq.new@people.example");
  expect(made.body).toEqual([]);
});
