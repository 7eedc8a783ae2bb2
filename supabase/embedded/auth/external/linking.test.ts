// @module-tag rest

import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { MINUTE, startFactorBench } from "#tests/support/factor-bench.ts";
import { PASSWORD } from "#tests/support/in-process-backend.ts";
import { startLocalIssuer } from "#tests/support/local-issuer.ts";

const issuer = await startLocalIssuer();
const bench = await startFactorBench({ oidcProviders: [issuer.asProvider()] });
const { backend, about, send, verified, give, codeOf, mine, providersOf } = bench;
beforeEach(() => bench.beginAnew());
afterAll(async () => {
  await backend.stop();
  await issuer.stop();
});

const token = () => issuer.token(mine());
const enter = async () => await bench.enter(await token());

async function link(by = about().person, id_token?: string) {
  const given = { provider: "local", token: id_token ?? (await token()) };
  const { error } = await by.auth.linkIdentity(given);
  return error === null ? "linked" : error.code;
}

async function identityOf(provider: string) {
  const { data } = await about().person.auth.getUserIdentities();
  const identity = data?.identities.find((each) => each.provider === provider);
  if (!identity) throw new Error(`${about().email} has no identity of ${provider}`);
  return identity;
}

async function unlink(provider: string, by = about().person) {
  const { error } = await by.auth.unlinkIdentity(await identityOf(provider));
  return error === null ? "unlinked" : error.code;
}

it.each([
  ["linking", "linked", async () => {}, link],
  ["unlinking", "unlinked", enter, (by = about().person) => unlink("local", by)],
] as const)(
  "%s a provider needs a sign-in or a second factor of a moment ago",
  async (_, done, prepare, change) => {
    await prepare();
    const { person } = about();
    bench.pass(11 * MINUTE);
    expect(await change(person)).toBe("reauthentication_needed");
    const factor = await verified();
    expect(await change(await bench.signedIn())).toBe("insufficient_aal");
    bench.pass(11 * MINUTE);
    expect(await change(person)).toBe("reauthentication_needed");
    expect(await give(factor, codeOf(factor))).toBe("in");
    expect(await change(person)).toBe(done);
  },
);

describe("a signed-in person", () => {
  it("links a provider, and their session goes on at its level", async () => {
    const factor = await verified();
    const { person } = about();
    const session = async () => (await person.auth.getClaims()).data?.claims;
    const before = await session();
    const own = await issuer.token({ sub: `own ${factor.id}`, email: "private@home.example" });
    expect(await link(person, own)).toBe("linked");
    const after = await session();
    expect([after?.session_id, after?.aal]).toEqual([before?.session_id, "aal2"]);
    expect(await providersOf(about().id)).toEqual(["email", "local"]);
    expect((await bench.enter(own)).data.user?.id).toBe(about().id);
  });

  it("cannot link an identity that is linked already, to this or to another account", async () => {
    const linked = await token();
    await bench.enter(linked);
    const second = await issuer.token({ sub: "another of theirs" });
    for (const each of [linked, second]) {
      expect(await link(about().person, each)).toBe("identity_already_exists");
    }
    await bench.beginAnew();
    expect(await link(about().person, linked)).toBe("identity_already_exists");
    expect(await providersOf(about().id)).toEqual(["email"]);
  });

  it("is asked who they are before anything is linked", async () => {
    const body = { provider: "local", id_token: await token(), link_identity: true };
    const nobody = await send("POST", "token?grant_type=id_token", body, null);
    expect([nobody.status, nobody.body?.error_code]).toEqual([400, "validation_failed"]);
    await backend.sql("delete from auth.sessions where user_id = $1", [about().id]);
    const signedOut = await send("POST", "token?grant_type=id_token", body);
    expect([signedOut.status, signedOut.body?.error_code]).toEqual([403, "session_not_found"]);
    expect(await providersOf(about().id)).toEqual(["email"]);
  });

  it("removes a provider, which lets them in only after it was linked again", async () => {
    const { person: elsewhere } = await enter();
    expect(await unlink("local")).toBe("unlinked");
    const { data } = await about().person.auth.getUser();
    expect(data.user).toMatchObject({
      app_metadata: { provider: "email", providers: ["email"] },
      identities: [{ provider: "email" }],
    });
    expect((await elsewhere.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
    // The address alone would have added it again.
    expect((await enter()).answer).toBe("signup_disabled");
    expect(await link()).toBe("linked");
    expect((await enter()).answer).toBe("in");
  });

  it("removes the password, which a link in a mail can bring back", async () => {
    await enter();
    expect(await unlink("email")).toBe("unlinked");
    await expect(bench.signedIn()).rejects.toThrow("Invalid login credentials");
    const { person } = await enter();
    expect(await providersOf(about().id)).toEqual(["local"]);
    // What the link's session can do without a password.
    await backend.sql(
      `insert into auth.mfa_amr_claims
       select id, 'otp', $2 from auth.sessions where user_id = $1 and id = (
         select max(id::text)::uuid from auth.sessions where user_id = $1)`,
      [about().id, new Date(bench.now()).toISOString()],
    );
    const chosen = "heat-pumps-hum-again";
    expect((await person.auth.updateUser({ password: chosen })).error).toBeNull();
    const { data } = await (await bench.signedIn(about().email, chosen)).auth.getUserIdentities();
    expect(data?.identities.map(({ provider }) => provider)).toEqual(["local", "email"]);
  });

  it("does not remove the last way in, nor one beside a provider that is not offered any more", async () => {
    expect(await unlink("email")).toBe("single_identity_not_deletable");
    await backend.sql(
      "insert into auth.identities (id, provider, provider_id, user_id) values ($1, 'former', 'x', $2)",
      [crypto.randomUUID(), about().id],
    );
    expect(await unlink("email")).toBe("single_identity_not_deletable");
    expect((await bench.signedIn(about().email, PASSWORD)).auth).toBeDefined();
    expect(await unlink("former")).toBe("unlinked");
  });

  it("does not remove anybody else's", async () => {
    await enter();
    const theirs = await identityOf("local");
    await bench.beginAnew();
    await enter();
    const own = await identityOf("local");
    for (const [id, status, error_code, by] of [
      [theirs.identity_id, 422, "identity_not_found"],
      [crypto.randomUUID(), 422, "identity_not_found"],
      ["first", 404, "validation_failed"],
      [own.identity_id, 401, undefined, null],
      [own.identity_id, 200, undefined],
    ] as const) {
      const reply = await send("DELETE", `user/identities/${id}`, undefined, by);
      expect([id, reply.status]).toEqual([id, status]);
      if (error_code !== undefined) expect(reply.body?.error_code).toBe(error_code);
    }
  });
});
