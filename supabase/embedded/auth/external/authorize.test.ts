import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { browserOf, type Visitor } from "#tests/support/browser-like.ts";
import { MINUTE, startFactorBench } from "#tests/support/factor-bench.ts";
import { startRealOidcProvider } from "#tests/support/real-oidc-provider.ts";

const provider = await startRealOidcProvider();
const { issuer, clientId, clientSecret } = provider;
const keycloak = {
  ...{ id: "keycloak", name: "Keycloak", issuer, clientId, clientSecret },
  ...{ audiences: [], emailDomains: undefined },
};
const gone = { ...keycloak, id: "gone", issuer: "http://127.0.0.1:9" };
const bench = await startFactorBench({ oidcProviders: [keycloak, gone] });
const { backend, about } = bench;
provider.serve(backend.url);

let browser: Visitor;
beforeEach(async () => {
  await bench.beginAnew();
  const { id, email } = about();
  provider.person = { sub: `sub of ${id}`, email, email_verified: true, name: "Fay Field" };
  browser = newBrowser();
});
afterAll(async () => {
  await backend.stop();
  await provider.stop();
});

const newBrowser = () => browserOf(backend);

const suspend = () =>
  backend.sql("update public.profiles set status = 'suspended' where id = $1", [about().id]);

const tokenOf = async () => (await about().person.auth.getSession()).data.session?.access_token;

/** The app's secret of PKCE and what it shows of it. */
function pkce() {
  const verifier = randomBytes(32).toString("base64url");
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  return { verifier, challenge: { code_challenge: challenge, code_challenge_method: "s256" } };
}

const beginning = (query: Record<string, string>) =>
  `${backend.url}/auth/v1/authorize?${new URLSearchParams(query)}`;

/** Follows redirects until `stop` says that the next address is not to be opened. */
async function follow(who: Visitor, address: string, stop: (next: URL) => boolean): Promise<URL> {
  let at = new URL(address);
  for (let hops = 0; hops < 12; hops++) {
    const reply = await who.open(at.href);
    const location = reply.headers.get("location");
    if (location === null) throw new Error(`${at.pathname}: ${reply.status} ${await reply.text()}`);
    at = new URL(location, at);
    if (stop(at)) return at;
  }
  throw new Error("too many redirects");
}

const inApp = ({ origin, pathname }: URL) =>
  origin !== provider.issuer && (pathname === "/auth" || pathname === "/");
const atCallback = ({ pathname }: URL) => pathname === "/auth/v1/callback";

/** Signs in at the provider, up to the page of the app. */
async function goThrough(who = browser, query: Record<string, string> = {}) {
  const { verifier, challenge } = pkce();
  const redirect_to = `${backend.url}/auth`;
  const start = beginning({ provider: "keycloak", redirect_to, ...challenge, ...query });
  return { verifier, end: await follow(who, start, inApp) };
}
/** Signs in at the provider, up to the address by which it sends the browser back. */
const reachCallback = (challenge = pkce().challenge, who = browser) =>
  follow(who, beginning({ provider: "keycloak", ...challenge }), atCallback);

const codeIn = (url: URL) => url.searchParams.get("code") ?? "";
const errorIn = (url: URL) => new URLSearchParams(url.hash.slice(1)).get("error_code");
const exchange = (code: string, verifier: string, who = browser) =>
  who.auth("POST", "token?grant_type=pkce", { auth_code: code, code_verifier: verifier });

describe("a sign-in at a provider", () => {
  test("is offered, and ends with a session for the app that began it", async () => {
    const settings = await browser.auth("GET", "settings");
    expect(settings.body.external).toMatchObject({ keycloak: true, google: false });
    const { verifier, end } = await goThrough();
    expect([end.origin, end.pathname, end.hash]).toEqual([backend.url, "/auth", ""]);
    const { status, body } = await exchange(codeIn(end), verifier);
    expect(status).toBe(200);
    const { id, email } = about();
    expect(body).toMatchObject({
      token_type: "bearer",
      user: {
        id,
        identities: [
          { provider: "email" },
          { provider: "keycloak", identity_data: { email, full_name: "Fay Field" } },
        ],
      },
    });
    const user = await browser.auth("GET", "user", undefined, body.access_token);
    expect(user.body).toMatchObject({ id, app_metadata: { providers: ["email", "keycloak"] } });
  });

  test("gives a code that works once, and only with the secret of the app", async () => {
    const wrong = await goThrough();
    for (const [secret, status, error_code] of [
      [pkce().verifier, 400, "bad_code_verifier"],
      [wrong.verifier, 404, "flow_state_not_found"],
    ] as const) {
      expect(await exchange(codeIn(wrong.end), secret)).toMatchObject({
        ...{ status, body: { error_code } },
      });
    }
    const { verifier, end } = await goThrough();
    const replies = await Promise.all([1, 2, 3].map(() => exchange(codeIn(end), verifier)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
  });

  test("comes back once, and only in the browser in which it began", async () => {
    const { href } = await reachCallback();
    expect(errorIn(await follow(newBrowser(), href, inApp))).toBe("bad_oauth_state");
    expect(codeIn(await follow(browser, href, inApp))).not.toBe("");
    expect(errorIn(await follow(browser, href, inApp))).toBe("bad_oauth_state");
    // Nor is it mixed up with a later one of the same browser.
    const replaced = await reachCallback();
    await reachCallback();
    expect(errorIn(await follow(browser, replaced.href, inApp))).toBe("bad_oauth_state");
  });

  test("comes back once, even when its cookie is kept and sent again", async () => {
    const reply = await browser.open(beginning({ provider: "keycloak", ...pkce().challenge }));
    const cookie = reply.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const callback = await follow(browser, reply.headers.get("location") ?? "", atCallback);
    const arrive = async (sent: string) =>
      errorIn(await follow(browserOf(backend, { cookie: sent }), callback.href, inApp));
    const ends = await Promise.all([arrive(cookie), arrive(cookie)]);
    expect(ends.sort()).toEqual(["bad_oauth_state", null]);
    expect(await arrive(`${cookie.slice(0, -6)}AAAAAA`)).toBe("bad_oauth_state");
  });

  test("returns to pages of this deployment alone", async () => {
    const endsAt = async (redirect_to: string) => {
      const { end } = await goThrough(newBrowser(), { redirect_to });
      return `${end.origin}${end.pathname}`;
    };
    expect(await endsAt("https://other.example/auth")).toBe("https://other.example/auth");
    for (const elsewhere of [
      ...["https://evil.example/auth", "//evil.example/auth", "javascript:alert(1)"],
      ...[`${backend.url}@evil.example/auth`, `${backend.url}.evil.example/auth`],
      ...["https://other.example.evil.example/auth", "http://other.example/auth"],
    ]) {
      expect(await endsAt(elsewhere)).toBe(`${backend.url}/`);
    }
  });

  test("says at the app why nobody was signed in, and adds nothing", async () => {
    const why = async (query = {}) => {
      const { end } = await goThrough(newBrowser(), query);
      expect(codeIn(end)).toBe("");
      return errorIn(end);
    };
    const known = provider.person;
    provider.person = { sub: "a stranger", email: "x@elsewhere.example", email_verified: true };
    expect(await why()).toBe("signup_disabled");
    provider.person = { sub: "unverified", email: about().email, email_verified: false };
    expect(await why()).toBe("signup_disabled");
    provider.person = null;
    expect(await why()).toBe("bad_oauth_callback");
    provider.person = known;
    expect(await why({ provider: "gone" })).toBe("unexpected_failure");
    await suspend();
    expect(await why()).toBe("user_banned");
  });

  test("is refused to somebody who was suspended before the code was exchanged", async () => {
    const { verifier, end } = await goThrough();
    await suspend();
    const { status, body } = await exchange(codeIn(end), verifier);
    expect([status, body.error_code]).toEqual([400, "user_banned"]);
  });

  test("begins only with a challenge, and with nothing that it does not know", async () => {
    const whole = { provider: "keycloak", ...pkce().challenge };
    for (const [query, error_code] of [
      [{ provider: "keycloak" }, "validation_failed"],
      [{ ...whole, code_challenge_method: "plain" }, "validation_failed"],
      [{ ...whole, client_id: "another" }, "validation_failed"],
      [{ ...whole, redirect_to: `${backend.url}/${"x".repeat(2000)}` }, "validation_failed"],
      [{ ...whole, provider: "google" }, "provider_disabled"],
    ] as const) {
      const reply = await browser.open(beginning(query));
      expect([reply.status, await reply.json()]).toMatchObject([400, { error_code }]);
    }
  });

  test("asks the provider for no more than who somebody is, with PKCE and a cookie for Auth", async () => {
    const reply = await browser.open(
      beginning({ provider: "keycloak", scopes: "offline_access", ...pkce().challenge }),
    );
    const asked = new URL(reply.headers.get("location") ?? "");
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      ...{ response_type: "code", client_id: "field-agents", scope: "openid email profile" },
      ...{ redirect_uri: `${backend.url}/auth/v1/callback`, code_challenge_method: "S256" },
    });
    expect(reply.headers.getSetCookie()[0]).toMatch(/; HttpOnly; SameSite=Lax$/);
  });
});

test("the time for a sign-in at a provider is ten minutes to come back", async () => {
  const { verifier, challenge } = pkce();
  const slow = newBrowser();
  const [soon, late] = [await reachCallback(challenge), await reachCallback(challenge, slow)];
  bench.pass(9 * MINUTE);
  const end = await follow(browser, soon.href, inApp);
  expect((await exchange(codeIn(end), verifier)).status).toBe(200);
  bench.pass(2 * MINUTE);
  expect(errorIn(await follow(slow, late.href, inApp))).toBe("bad_oauth_state");
});

test("the time for a sign-in at a provider is five minutes to exchange the code", async () => {
  const [soon, late] = [await goThrough(newBrowser()), await goThrough(newBrowser())];
  bench.pass(4 * MINUTE);
  expect((await exchange(codeIn(soon.end), soon.verifier)).status).toBe(200);
  bench.pass(2 * MINUTE);
  expect((await exchange(codeIn(late.end), late.verifier)).status).toBe(404);
});

function beginLink(accessToken?: string) {
  const query = { provider: "keycloak", redirect_to: `${backend.url}/auth` };
  const sent = { ...query, ...pkce().challenge, skip_http_redirect: "true" };
  const path = `user/identities/authorize?${new URLSearchParams(sent)}`;
  return browser.auth("GET", path, undefined, accessToken);
}

test("linking at a provider can't be begun without a session, and fails in another browser or after the person has signed out", async () => {
  expect((await beginLink()).status).toBe(401);
  const accessToken = await tokenOf();
  const [elsewhere, here] = [await beginLink(accessToken), await beginLink(accessToken)];
  // The other browser's person would be linked to this account.
  const thief = await follow(newBrowser(), String(elsewhere.body.url), inApp);
  expect(errorIn(thief)).toBe("bad_oauth_state");
  await browser.auth("POST", "logout", undefined, accessToken);
  const end = await follow(browser, String(here.body.url), inApp);
  expect(errorIn(end)).toBe("session_not_found");
});
