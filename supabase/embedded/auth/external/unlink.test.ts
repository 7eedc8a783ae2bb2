// @module-tag rest

import { afterAll, beforeEach, expect, it } from "vitest";
import { MINUTE, startFactorBench } from "#tests/support/factor-bench.ts";
import { PASSWORD } from "#tests/support/in-process-backend.ts";
import { startLocalIssuer } from "#tests/support/local-issuer.ts";

const issuer = await startLocalIssuer();
const bench = await startFactorBench({ oidcProviders: [issuer.asProvider()] });
const { backend, about, send, verified, give, codeOf, mine } = bench;

beforeEach(() => bench.beginAnew());
afterAll(async () => {
  await backend.stop();
  await issuer.stop();
});

const token = () => issuer.token(mine());

const enter = async () => await bench.enter(await token());

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

it("removes a provider, which lets its person in only after they are linked again", async () => {
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
  const linked = await about().person.auth.linkIdentity({
    provider: "local",
    token: await token(),
  });
  expect(linked.error).toBeNull();
  expect((await enter()).answer).toBe("in");
});

it("removes the password, which a link in a mail can bring back", async () => {
  await enter();
  expect(await unlink("email")).toBe("unlinked");
  await expect(bench.signedIn()).rejects.toThrow("Invalid login credentials");
  const { person } = await enter();
  expect(
    await bench.backend.sql(
      "select from auth.identities where provider = 'email' and user_id = $1",
      [about().id],
    ),
  ).toEqual([]);
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
  const remove = async (id: string) => {
    const { status, body } = await send("DELETE", `user/identities/${id}`);
    return [status, body?.error_code];
  };
  expect(await remove(theirs.identity_id)).toEqual([422, "identity_not_found"]);
  expect(await remove(crypto.randomUUID())).toEqual([422, "identity_not_found"]);
  expect(await remove("first")).toEqual([404, "validation_failed"]);
  const own = await identityOf("local");
  const nobody = await send("DELETE", `user/identities/${own.identity_id}`, undefined, null);
  expect(nobody.status).toBe(401);
  expect(await remove(own.identity_id)).toEqual([200, undefined]);
});

it("needs a sign-in or a second factor of a moment ago", async () => {
  await enter();
  bench.pass(11 * MINUTE);
  expect(await unlink("local")).toBe("reauthentication_needed");
  const factor = await verified();
  expect(await unlink("local", await bench.signedIn())).toBe("insufficient_aal");
  bench.pass(11 * MINUTE);
  expect(await unlink("local")).toBe("reauthentication_needed");
  expect(await give(factor, codeOf(factor))).toBe("in");
  expect(await unlink("local")).toBe("unlinked");
});
