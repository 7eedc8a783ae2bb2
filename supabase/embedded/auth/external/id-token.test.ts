// @module-tag rest

import { createHash } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { generateKeyPair } from "jose";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { MINUTE, startFactorBench } from "#tests/support/factor-bench.ts";
import { startLocalIssuer } from "#tests/support/local-issuer.ts";

const issuer = await startLocalIssuer();
const other = await startLocalIssuer();
const down = await startLocalIssuer();
const bench = await startFactorBench({
  oidcProviders: [
    issuer.asProvider({ audiences: ["phone-app"] }),
    other.asProvider({ id: "company", emailDomains: ["company.example"] }),
    down.asProvider({ id: "down" }),
  ],
});
const { backend, about, send, verified, give, codeOf, mine, enter, providersOf } = bench;

beforeEach(() => bench.beginAnew());
afterAll(async () => {
  await backend.stop();
  await Promise.all([issuer, other, down].map((each) => each.stop()));
});

const hash = (text: string) => createHash("sha256").update(text).digest("hex");

/** What the person is answered whose token says this beside the usual claims, or in their place. */
const comes = async (claims: object = {}, provider: "local" | "company" = "local") => {
  const from = provider === "local" ? issuer : other;
  return (await enter(await from.token({ ...mine(), ...claims }), { provider })).answer;
};

/** Sends a sign-in by an ID token. @param by the client whose session is sent along; null: none */
const post = (body: object, by: SupabaseClient | null = null) =>
  send("POST", "token?grant_type=id_token", body, by);

describe("an ID token of a provider in the settings", () => {
  it("signs its person in, with the provider among the ways in", async () => {
    const { person, data } = await enter(await issuer.token({ ...mine(), name: "Fay Field" }));
    const { id, email } = about();
    expect(data.user).toMatchObject({
      ...{ id, app_metadata: { provider: "email", providers: ["email", "local"] } },
      identities: [
        { provider: "email" },
        {
          ...{ provider: "local", id: `sub of ${id}` },
          identity_data: { email, full_name: "Fay Field", email_verified: true },
        },
      ],
    });
    const { data: read } = await person.auth.getClaims();
    expect(read?.claims).toMatchObject({ sub: id, aal: "aal1", amr: [{ method: "oauth" }] });
    expect((await person.auth.refreshSession()).error).toBeNull();
    expect((await person.from("profiles").select("id")).data).toEqual([{ id }]);
  });

  it("signs in by the provider's id of the person alone, once they are linked", async () => {
    expect(await comes()).toBe("in");
    const moved = { ...mine(), email: "somewhere@else.example", email_verified: false };
    const { answer, data } = await enter(await issuer.token(moved));
    expect([answer, data.user?.id, data.user?.email]).toEqual(["in", about().id, about().email]);
  });

  it("ends the password and the sessions of an account whose address nobody had proven, at its first entry", async () => {
    await backend.sql("delete from private.proven_addresses where user_id = $1", [about().id]);
    const unverified = await other.token({ sub: `own of ${about().id}`, email: about().email });
    await about().person.auth.linkIdentity({ provider: "company", token: unverified });
    const { person } = await enter(await issuer.token(mine()));
    expect((await person.from("profiles").select("id")).data).toEqual([{ id: about().id }]);
    await expect(bench.signedIn()).rejects.toThrow("Invalid login credentials");
    expect((await about().person.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
    expect((await enter(unverified, { provider: "company" })).answer).toBe("signup_disabled");
    // Whoever has shown that the address is theirs keeps what they choose from then on.
    await backend.sql("update auth.users set encrypted_password = 'chosen' where id = $1", [
      about().id,
    ]);
    expect(await comes()).toBe("in");
    const kept = await backend.sql("select encrypted_password from auth.users where id = $1", [
      about().id,
    ]);
    expect(kept).toEqual([{ encrypted_password: "chosen" }]);
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

  it("is refused unless everything in it is meant for this backend or its native app, now", async () => {
    const at = Math.floor(Date.now() / 1000);
    const stranger = await generateKeyPair("ES256");
    const header = { header: { alg: "HS256" }, key: new TextEncoder().encode(issuer.url) };
    const [_head, body] = (await issuer.token(mine())).split(".");
    const unsigned = Buffer.from('{"alg":"none"}').toString("base64url");
    const tokens = {
      "of another key": issuer.token(mine(), { key: stranger.privateKey }),
      "signed with a text that everybody knows": issuer.token(mine(), header),
      "of another issuer": other.token({ ...mine(), iss: issuer.url }),
      "that names another issuer": issuer.token({ ...mine(), iss: other.url }),
      "for another client": issuer.token({ ...mine(), aud: "another-app" }),
      "asked for by another client": issuer.token({ ...mine(), azp: "another-app" }),
      "without an audience": issuer.token({ ...mine(), aud: undefined }),
      expired: issuer.token({ ...mine(), iat: at - 600, exp: at - 60 }),
      "without an expiry": issuer.token({ ...mine(), exp: undefined }),
      "not valid yet": issuer.token({ ...mine(), nbf: at + 120 }),
      "without a person": issuer.token({ ...mine(), sub: undefined }),
      "with a person that no column holds": issuer.token({ ...mine(), sub: "\0" }),
      "that is an access token": issuer.token(mine(), { header: { typ: "at+jwt" } }),
      "that announces a sign-out": issuer.token({ ...mine(), events: {} }),
      "with a nonce that the app did not send": issuer.token({ ...mine(), nonce: "n" }),
      "that says it has no signature": `${unsigned}.${body}.`,
    };
    for (const [what, token] of Object.entries(tokens)) {
      const { answer } = await enter(await token);
      expect({ what, answer }).toEqual({ what, answer: "validation_failed" });
      bench.pass(5 * MINUTE);
    }
    expect(await providersOf(about().id)).toEqual(["email"]);
    expect(await comes({ aud: "phone-app" })).toBe("in");
  });

  it("signs its person in, also with a name and an address that no column holds", async () => {
    expect(await comes()).toBe("in");
    const odd = { name: "Te\0ss", email: "te\0ss@example.test" };
    expect(await comes(odd)).toBe("in");
  });

  it("must contain the hash of the nonce that the app sends", async () => {
    const token = await issuer.token({ ...mine(), nonce: hash("right") });
    for (const [sent, nonce] of [
      [token, "wrong"],
      [token, hash("right")],
      [await issuer.token(mine()), "right"],
    ] as const) {
      expect((await enter(sent, { nonce })).answer).toBe("validation_failed");
    }
    expect((await enter(token, { nonce: "right" })).answer).toBe("in");
  });

  it("cannot be tried without end", async () => {
    const answers = new Set<string>();
    for (let i = 0; i < 40; i++) answers.add((await enter("a.b.c")).answer);
    expect([...answers]).toEqual(["validation_failed", "over_request_rate_limit"]);
  });

  it("waits for a provider that does not answer, which is asked again at the next attempt", async () => {
    const id_token = await down.token({ ...mine(), email: "nobody@else.example" });
    for (const [fails, status] of [
      [true, 503],
      [false, 422],
    ] as const) {
      down.fail(fails);
      expect((await post({ provider: "down", id_token })).status).toBe(status);
    }
  });
});

it("a person without an account who signs in by a provider is not found by an address that the provider has not verified, or its owner not confirmed", async () => {
  for (const unverified of [
    ...[{ email_verified: false }, { email_verified: undefined }, { email_verified: 1 }],
    { email: undefined },
  ]) {
    expect(await comes(unverified)).toBe("signup_disabled");
  }
  const confirm = (at: string) =>
    backend.sql(`update auth.users set email_confirmed_at = ${at} where id = $1`, [about().id]);
  await confirm("null");
  expect(await comes()).toBe("signup_disabled");
  await confirm("now()");
  expect(await comes({ email_verified: "true" })).toBe("in");
});

const hasAddress = (email: string) =>
  backend.sql("update auth.users set email = $1 where id = $2", [email, about().id]);

it("a person without an account who signs in by a provider is found whatever case the address is in, but not by letters that only look alike", async () => {
  const email = about().email.replace("fay", "kay");
  await hasAddress(email);
  // The Kelvin sign, which becomes k in lower case.
  expect(await comes({ email: email.replace("k", "\u212A") })).toBe("signup_disabled");
  expect(await comes({ email: email.toUpperCase() })).toBe("in");
});

it("a person without an account who signs in by a provider is not found by an address of a domain for which the provider does not speak", async () => {
  expect(await comes({}, "company")).toBe("signup_disabled");
  const email = `${about().id}@company.example`;
  await hasAddress(email);
  expect(await comes({ email: `${email}@tests.example` }, "company")).toBe("signup_disabled");
  expect(await comes({ email }, "company")).toBe("in");
});

it("a person without an account who signs in by a provider gets neither the account of who had their address before, nor that of another issuer's person of the same id", async () => {
  expect(await comes()).toBe("in");
  expect(await comes({ sub: "the next owner of the address" })).toBe("identity_already_exists");
  // The operator has given the name to another issuer since.
  await backend.sql(
    `update auth.identities set identity_data = jsonb_set(identity_data, '{iss}', '"https://before.example/"')
       where provider = 'local' and user_id = $1`,
    [about().id],
  );
  expect(await comes({ email: "somebody@else.example" })).toBe("signup_disabled");
  expect(await comes()).toBe("identity_already_exists");
  expect(await providersOf(about().id)).toEqual(["email", "local"]);
});

it("a person without an account who signs in by a provider is refused, like everybody else, while they are suspended, and is not linked", async () => {
  const suspend = (until: string) =>
    backend.sql(`update auth.users set banned_until = ${until} where id = $1`, [about().id]);
  await suspend("now() + interval '1 year'");
  expect(await comes()).toBe("user_banned");
  expect(await providersOf(about().id)).toEqual(["email"]);
  await suspend("null");
  expect(await comes()).toBe("in");
  await suspend("now() + interval '1 year'");
  expect(await comes()).toBe("user_banned");
});
