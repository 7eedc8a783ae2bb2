// @module-tag rest

import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { MINUTE, startFactorBench } from "#tests/support/factor-bench.ts";
import { startLocalIssuer } from "#tests/support/local-issuer.ts";

const issuer = await startLocalIssuer();
const other = await startLocalIssuer();
const bench = await startFactorBench({
  oidcProviders: [
    issuer.asProvider(),
    other.asProvider({ id: "company", emailDomains: ["company.example"] }),
  ],
});
const { backend, about, send, verified, give, codeOf, mine, enter, providersOf } = bench;
beforeEach(() => bench.beginAnew());
afterAll(async () => {
  await backend.stop();
  await Promise.all([issuer, other].map((each) => each.stop()));
});

async function link(person: SupabaseClient, token: string, provider = "local") {
  const { error } = await person.auth.linkIdentity({ provider, token });
  return error === null ? "linked" : error.code;
}

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
