// @module-tag rest

import { createHash } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { generateKeyPair } from "jose";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { MINUTE, startFactorBench } from "#tests/support/factor-bench.ts";
import { startInProcessBackend } from "#tests/support/in-process-backend.ts";
import { startLocalIssuer } from "#tests/support/local-issuer.ts";

const issuer = await startLocalIssuer();
const other = await startLocalIssuer();
const rotating = await startLocalIssuer();
const bench = await startFactorBench({
  oidcProviders: [
    issuer.asProvider({ audiences: ["phone-app"] }),
    other.asProvider({ id: "company", emailDomains: ["company.example"] }),
    rotating.asProvider({ id: "rotating" }),
  ],
});
const { backend, about, client, send, verified, give, codeOf } = bench;

beforeEach(() => bench.beginAnew());
afterAll(async () => {
  await backend.stop();
  await Promise.all([issuer, other, rotating].map((each) => each.stop()));
});

/** What a token says of the person whom a test is about. */
const mine = () => ({ sub: `sub of ${about().id}`, email: about().email, email_verified: true });

const hash = (text: string) => createHash("sha256").update(text).digest("hex");

async function enter(token: string, more: { provider?: string; nonce?: string } = {}) {
  const person = client();
  const { provider = "local", ...rest } = more;
  const { error, data } = await person.auth.signInWithIdToken({ provider, token, ...rest });
  return { person, answer: error === null ? "in" : (error.code ?? error.message), error, data };
}

async function link(person: SupabaseClient, token: string, provider = "local") {
  const { error } = await person.auth.linkIdentity({ provider, token });
  return error === null ? "linked" : error.code;
}

async function providersOf(userId: string): Promise<unknown[]> {
  const rows = await backend.sql(
    "select provider from auth.identities where user_id = $1 order by created_at, id",
    [userId],
  );
  return rows.map(({ provider }) => provider);
}

describe("an ID token of a provider in the settings", () => {
  it("signs its person in, with the provider among the ways in", async () => {
    const { person, data } = await enter(await issuer.token({ ...mine(), name: "Fay Field" }));
    expect(data.user).toMatchObject({
      id: about().id,
      app_metadata: { provider: "email", providers: ["email", "local"] },
      identities: [
        { provider: "email" },
        {
          provider: "local",
          id: `sub of ${about().id}`,
          identity_data: { email: about().email, full_name: "Fay Field", email_verified: true },
        },
      ],
    });
    const { data: read } = await person.auth.getClaims();
    expect(read?.claims).toMatchObject({
      sub: about().id,
      aal: "aal1",
      amr: [{ method: "oauth" }],
    });
    expect((await person.auth.refreshSession()).error).toBeNull();
    expect((await person.from("profiles").select("id")).data).toEqual([{ id: about().id }]);
  });

  it("signs in by the provider's id of the person alone, once they are linked", async () => {
    await enter(await issuer.token(mine()));
    const { sub } = mine();
    const moved = { sub, email: "somewhere@else.example", email_verified: false };
    const { answer, data } = await enter(await issuer.token(moved));
    expect([answer, data.user?.id, data.user?.email]).toEqual(["in", about().id, about().email]);
  });

  it("is accepted for a native app that the settings name, too", async () => {
    expect((await enter(await issuer.token({ ...mine(), aud: "phone-app" }))).answer).toBe("in");
  });

  it("still needs the second factor of an account that has one", async () => {
    const factor = await verified();
    const { person } = await enter(await issuer.token(mine()));
    const level = async () =>
      (await person.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel;
    expect(await level()).toBe("aal1");
    expect(await give(factor, codeOf(factor), person)).toBe("in");
    expect(await level()).toBe("aal2");
  });

  it("is refused unless everything in it is meant for this backend, now", async () => {
    const at = Math.floor(Date.now() / 1000);
    const stranger = await generateKeyPair("ES256");
    const header = { header: { alg: "HS256" }, key: new TextEncoder().encode(issuer.url) };
    const tokens = {
      "of another key": issuer.token(mine(), { key: stranger.privateKey }),
      "signed with a text that everybody knows": issuer.token(mine(), header),
      "of another issuer": other.token({ ...mine(), iss: issuer.url }),
      "that names another issuer": issuer.token({ ...mine(), iss: other.url }),
      "for another client": issuer.token({ ...mine(), aud: "another-app" }),
      "for another client as well": issuer.token({ ...mine(), aud: ["app", "another-app"] }),
      "asked for by another client": issuer.token({ ...mine(), azp: "another-app" }),
      "without an audience": issuer.token({ ...mine(), aud: undefined }),
      expired: issuer.token({ ...mine(), iat: at - 600, exp: at - 60 }),
      "without an expiry": issuer.token({ ...mine(), exp: undefined }),
      "not valid yet": issuer.token({ ...mine(), nbf: at + 120 }),
      "without a person": issuer.token({ ...mine(), sub: undefined }),
      "with an empty person": issuer.token({ ...mine(), sub: "" }),
      "with a person that no column holds": issuer.token({ ...mine(), sub: "\0" }),
      "that is an access token": issuer.token(mine(), { header: { typ: "at+jwt" } }),
      "that announces a sign-out": issuer.token({ ...mine(), events: {} }),
      "with a nonce that the app did not send": issuer.token({ ...mine(), nonce: "n" }),
      "that is none": Promise.resolve("a.b.c"),
    };
    for (const [what, token] of Object.entries(tokens)) {
      const { answer } = await enter(await token);
      expect({ what, answer }).toEqual({ what, answer: "validation_failed" });
      bench.pass(5 * MINUTE);
    }
    const [head = "", body = ""] = (await issuer.token(mine())).split(".");
    const unsigned = Buffer.from('{"alg":"none"}').toString("base64url");
    expect((await enter(`${unsigned}.${body}.`)).answer).toBe("validation_failed");
    expect((await enter(`${head}.${body}.`)).answer).toBe("validation_failed");
    expect(await providersOf(about().id)).toEqual(["email"]);
  });

  it("must contain the hash of the nonce that the app sends", async () => {
    const token = await issuer.token({ ...mine(), nonce: hash("right") });
    expect((await enter(token, { nonce: "wrong" })).answer).toBe("validation_failed");
    expect((await enter(token, { nonce: hash("right") })).answer).toBe("validation_failed");
    expect((await enter(await issuer.token(mine()), { nonce: "right" })).answer).toBe(
      "validation_failed",
    );
    expect((await enter(token, { nonce: "right" })).answer).toBe("in");
  });

  it("must fit the access token that comes with it", async () => {
    const digest = createHash("sha256").update("access").digest();
    const at_hash = digest.subarray(0, 16).toString("base64url");
    const id_token = await issuer.token({ ...mine(), at_hash });
    const answers = ["access", "another"].map(async (access_token) => {
      const body = { provider: "local", id_token, access_token };
      return (await send("POST", "token?grant_type=id_token", body, null)).status;
    });
    expect(await Promise.all(answers)).toEqual([200, 400]);
  });

  it("is verified with keys that are read once, and again when a new one is used", async () => {
    const from = { provider: "rotating" };
    expect((await enter(await rotating.token(mine()), from)).answer).toBe("in");
    expect((await enter(await rotating.token(mine()), from)).answer).toBe("in");
    expect(rotating.keysRead()).toBe(1);
    const old = await rotating.token(mine());
    await rotating.rotate();
    // Unknown keys make the backend ask at most once in half a minute.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + MINUTE });
    try {
      expect((await enter(await rotating.token(mine()), from)).answer).toBe("in");
      expect((await enter(old, from)).answer).toBe("validation_failed");
      expect(rotating.keysRead()).toBe(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it("is refused for a provider that the settings do not name", async () => {
    expect((await enter(await issuer.token(mine()), { provider: "google" })).answer).toBe(
      "provider_disabled",
    );
  });

  it("is refused in a body with anything else, and without the backend's key", async () => {
    const id_token = await issuer.token(mine());
    const extra = { provider: "local", id_token, issuer: other.url };
    const reply = await send("POST", "token?grant_type=id_token", extra, null);
    expect([reply.status, reply.body?.error_code]).toEqual([400, "validation_failed"]);
    const url = `${backend.url}/auth/v1/token?grant_type=id_token`;
    const body = JSON.stringify({ provider: "local", id_token });
    const keyless = await backend.fetch(url, { method: "POST", body });
    expect(keyless.status).toBe(401);
  });

  it("cannot be tried without end", async () => {
    const answers = new Set<string>();
    for (let i = 0; i < 40; i++) answers.add((await enter("a.b.c")).answer);
    expect([...answers]).toEqual(["validation_failed", "over_request_rate_limit"]);
  });
});

describe("somebody who comes by a provider for the first time", () => {
  const comes = async (claims: object, provider = "local") => {
    const from = provider === "local" ? issuer : other;
    return (await enter(await from.token({ ...mine(), ...claims }), { provider })).answer;
  };

  it("gets no account", async () => {
    const accounts = async () => await backend.sql("select count(*) from auth.users");
    const before = await accounts();
    const email = "nobody@tests.example";
    expect(await comes({ sub: "a stranger", email })).toBe("signup_disabled");
    expect(await accounts()).toEqual(before);
  });

  it("is not found by an address that the provider has not verified", async () => {
    expect(await comes({ email_verified: false })).toBe("signup_disabled");
    expect(await comes({ email_verified: undefined })).toBe("signup_disabled");
    expect(await comes({ email_verified: 1 })).toBe("signup_disabled");
    expect(await comes({ email: undefined })).toBe("signup_disabled");
    expect(await comes({ email_verified: "true" })).toBe("in");
  });

  it("is not found by an address that its owner has not confirmed", async () => {
    await backend.sql("update auth.users set email_confirmed_at = null where id = $1", [
      about().id,
    ]);
    expect(await comes({})).toBe("signup_disabled");
  });

  it("is found whatever case the address is in, but not by letters that only look alike", async () => {
    const email = about().email.replace("fay", "kay");
    await backend.sql("update auth.users set email = $1 where id = $2", [email, about().id]);
    // The Kelvin sign, which becomes k in lower case.
    expect(await comes({ email: email.replace("k", "\u212A") })).toBe("signup_disabled");
    expect(await comes({ email: email.toUpperCase() })).toBe("in");
  });

  it("is not found by an address of a domain for which the provider does not speak", async () => {
    expect(await comes({}, "company")).toBe("signup_disabled");
    const email = `${about().id}@company.example`;
    await backend.sql("update auth.users set email = $1 where id = $2", [email, about().id]);
    expect(await comes({ email: `${email}@tests.example` }, "company")).toBe("signup_disabled");
    expect(await comes({ email }, "company")).toBe("in");
  });

  it("does not get the account of the person who had their address before", async () => {
    expect(await comes({})).toBe("in");
    expect(await comes({ sub: "the next owner of the address" })).toBe("identity_already_exists");
    expect(await providersOf(about().id)).toEqual(["email", "local"]);
  });

  it("does not get the account of another issuer's person of the same id", async () => {
    expect(await comes({})).toBe("in");
    // The operator has given the name to another issuer since.
    await backend.sql(
      `update auth.identities set identity_data = jsonb_set(identity_data, '{iss}', '"https://before.example/"')
       where provider = 'local' and user_id = $1`,
      [about().id],
    );
    expect(await comes({ email: "somebody@else.example" })).toBe("signup_disabled");
    expect(await comes({})).toBe("identity_already_exists");
  });

  it("is refused, like everybody else, while they are suspended, and is not linked", async () => {
    const suspend = (until: string) =>
      backend.sql(`update auth.users set banned_until = ${until} where id = $1`, [about().id]);
    await suspend("now() + interval '1 year'");
    expect(await comes({})).toBe("user_banned");
    expect(await providersOf(about().id)).toEqual(["email"]);
    await suspend("null");
    expect(await comes({})).toBe("in");
    await suspend("now() + interval '1 year'");
    expect(await comes({})).toBe("user_banned");
  });
});

describe("a signed-in person", () => {
  it("links a provider, and their session goes on at its level", async () => {
    const factor = await verified();
    const { person } = about();
    const session = async () => (await person.auth.getClaims()).data?.claims;
    const before = await session();
    const token = await issuer.token({ sub: `own ${factor.id}`, email: "private@home.example" });
    expect(await link(person, token)).toBe("linked");
    const after = await session();
    expect([after?.session_id, after?.aal]).toEqual([before?.session_id, "aal2"]);
    const { data } = await person.auth.getUserIdentities();
    expect(data?.identities.map(({ provider }) => provider)).toEqual(["email", "local"]);
    const { data: entered } = await enter(token);
    expect(entered.user?.id).toBe(about().id);
  });

  it("cannot link somebody who is linked already, to them or to another account", async () => {
    const token = await issuer.token(mine());
    await enter(token);
    expect(await link(about().person, token)).toBe("identity_already_exists");
    const second = await issuer.token({ sub: "another of theirs" });
    expect(await link(about().person, second)).toBe("identity_already_exists");
    await bench.beginAnew();
    expect(await link(about().person, token)).toBe("identity_already_exists");
    expect(await providersOf(about().id)).toEqual(["email"]);
  });

  it("has to sign in again first, or to give their second factor", async () => {
    const token = await issuer.token(mine());
    const old = about().person;
    bench.pass(11 * MINUTE);
    expect(await link(old, token)).toBe("reauthentication_needed");
    const factor = await verified(old);
    const withoutFactor = await bench.signedIn();
    expect(await link(withoutFactor, token)).toBe("insufficient_aal");
    bench.pass(11 * MINUTE);
    expect(await link(old, token)).toBe("reauthentication_needed");
    expect(await give(factor, codeOf(factor), old)).toBe("in");
    expect(await link(old, token)).toBe("linked");
  });

  it("is asked who they are before anything is linked", async () => {
    const id_token = await issuer.token(mine());
    const body = { provider: "local", id_token, link_identity: true };
    const nobody = await send("POST", "token?grant_type=id_token", body, null);
    expect([nobody.status, nobody.body?.error_code]).toEqual([400, "validation_failed"]);
    await backend.sql("delete from auth.sessions where user_id = $1", [about().id]);
    const signedOut = await send("POST", "token?grant_type=id_token", body);
    expect([signedOut.status, signedOut.body?.error_code]).toEqual([403, "session_not_found"]);
    expect(await providersOf(about().id)).toEqual(["email"]);
  });
});

describe("a provider that does not answer", () => {
  it("is told apart from a token that is wrong, and is asked again at the next attempt", async () => {
    const down = await startLocalIssuer();
    const token = await down.token(mine());
    const provider = down.asProvider();
    const behind = await startInProcessBackend({ oidcProviders: [provider] });
    const ask = async () => {
      const reply = await behind.fetch(`${behind.url}/auth/v1/token?grant_type=id_token`, {
        method: "POST",
        headers: { apikey: behind.publishableKey },
        body: JSON.stringify({ provider: "local", id_token: token }),
      });
      return reply.status;
    };
    down.fail(true);
    expect(await ask()).toBe(503);
    down.fail(false);
    expect(await ask()).toBe(422);
    await behind.stop();
    await down.stop();
  });
});
