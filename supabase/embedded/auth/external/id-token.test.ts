// @module-tag rest

import { createHash } from "node:crypto";
import { generateKeyPair } from "jose";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { MINUTE, startFactorBench } from "#tests/support/factor-bench.ts";
import { startLocalIssuer } from "#tests/support/local-issuer.ts";

const issuer = await startLocalIssuer();
const other = await startLocalIssuer();
const rotating = await startLocalIssuer();
const down = await startLocalIssuer();
const bench = await startFactorBench({
  oidcProviders: [
    issuer.asProvider({ audiences: ["phone-app"] }),
    other.asProvider({ id: "company", emailDomains: ["company.example"] }),
    rotating.asProvider({ id: "rotating" }),
    down.asProvider({ id: "down" }),
  ],
});
const { backend, about, send, verified, give, codeOf, mine, enter, providersOf } = bench;

beforeEach(() => bench.beginAnew());
afterAll(async () => {
  await backend.stop();
  await Promise.all([issuer, other, rotating, down].map((each) => each.stop()));
});

const hash = (text: string) => createHash("sha256").update(text).digest("hex");

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

  it("is refused, but when its provider does not answer, the provider is asked again at the next attempt", async () => {
    const id_token = await down.token({ ...mine(), email: "nobody@else.example" });
    const ask = async () => {
      const body = { provider: "down", id_token };
      return (await send("POST", "token?grant_type=id_token", body, null)).status;
    };
    down.fail(true);
    expect(await ask()).toBe(503);
    down.fail(false);
    expect(await ask()).toBe(422);
  });
});
