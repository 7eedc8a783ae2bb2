import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { type TOTP, URI } from "otpauth";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { MINUTE, STEP, startFactorBench } from "#tests/support/factor-bench.ts";
import { PASSWORD } from "#tests/support/in-process-backend.ts";

const bench = await startFactorBench();
const { backend, about, signedIn, enrolled, codeOf, wrongCodeOf, give, verified, send } = bench;
/** What the person whom a test is about can do with second factors. */
const mfa = () => about().person.auth.mfa;

beforeEach(() => bench.beginAnew());
afterAll(() => backend.stop());

async function levelOf(client: SupabaseClient) {
  const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  return [data?.currentLevel, data?.nextLevel];
}

async function claimsOf(client: SupabaseClient) {
  const { data, error } = await client.auth.getClaims();
  if (error) throw error;
  return data?.claims;
}

const goesOn = async (...clients: SupabaseClient[]) => {
  const renewed = clients.map((client) => client.auth.refreshSession());
  return (await Promise.all(renewed)).map(({ error }) => error === null);
};

describe("a second factor", () => {
  it("is enrolled with what an app needs, and does not count before its first code", async () => {
    const factor = await enrolled();
    expect(factor.qr).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#%]+<\/svg>$/);
    const read = URI.parse(factor.uri) as TOTP;
    expect([read.secret.base32, read.secret.bytes.length]).toEqual([factor.secret, 20]);
    expect(read).toMatchObject({
      ...{ issuer: "Field Agents", label: about().email },
      ...{ algorithm: "SHA1", digits: 6, period: 30 },
    });
    expect((await mfa().listFactors()).data).toMatchObject({
      all: [{ id: factor.id, friendly_name: "Phone", status: "unverified", factor_type: "totp" }],
      totp: [],
    });
    expect(await levelOf(await signedIn())).toEqual(["aal1", "aal1"]);
  });

  it("makes the session that gave its code aal2 until it ends, and no later session", async () => {
    const first = await claimsOf(about().person);
    expect(first).toMatchObject({ aal: "aal1", amr: [{ method: "password" }] });
    const factor = await enrolled();
    bench.pass(MINUTE);
    const given = { factorId: factor.id, code: codeOf(factor) };
    const { data, error } = await mfa().challengeAndVerify(given);
    expect(error).toBeNull();
    expect(data).toMatchObject({
      ...{ token_type: "bearer", expires_in: expect.any(Number) },
      refresh_token: expect.any(String),
      user: { id: about().id, factors: [{ id: factor.id, status: "verified" }] },
    });
    const before = await claimsOf(about().person);
    expect(before).toMatchObject({ sub: about().id, aal: "aal2", session_id: first?.session_id });
    expect(before?.amr).toEqual([
      { method: "totp", timestamp: bench.now() / 1000 },
      { method: "password", timestamp: (bench.now() - MINUTE) / 1000 },
    ]);
    expect(await levelOf(about().person)).toEqual(["aal2", "aal2"]);

    expect(await goesOn(about().person)).toEqual([true]);
    const { aal, amr, session_id } = before ?? {};
    expect(await claimsOf(about().person)).toMatchObject({ aal, amr, session_id });
    expect(await levelOf(await signedIn())).toEqual(["aal1", "aal2"]);
    expect((await mfa().listFactors()).data?.totp).toMatchObject([{ id: factor.id }]);
    expect(JSON.stringify((await about().person.auth.getUser()).data)).not.toContain(factor.secret);
  });

  it("ends the person's other sessions that gave no code, and nobody else's", async () => {
    const [other, somebody] = [await signedIn(), await backend.createPerson("Sol")];
    const stranger = await signedIn(somebody.email);
    const factor = await verified();
    expect(await goesOn(about().person, other, stranger)).toEqual([true, false, true]);
    const raised = await signedIn();
    expect(await give(factor, codeOf(factor), raised)).toBe("in");
    expect(await goesOn(about().person, raised)).toEqual([true, true]);
  });

  it("needs a name that is not in use, and a person has at most ten", async () => {
    await enrolled();
    const refusedAs = async (friendlyName: string) =>
      (await mfa().enroll({ factorType: "totp", friendlyName })).error?.code;
    expect(await refusedAs("Phone")).toBe("mfa_factor_name_conflict");
    for (let n = 2; n <= 10; n++) await enrolled(about().person, n === 2 ? "" : `Phone ${n}`);
    expect(await refusedAs("More")).toBe("too_many_enrolled_mfa_factors");
    // None of their enrolments was finished.
    bench.pass(5 * MINUTE + 1);
    await enrolled();
    expect((await mfa().listFactors()).data?.all).toHaveLength(1);
  });

  it("deletes other unfinished enrolments with its first code, and the next one needs aal2", async () => {
    await enrolled(about().person, "Never finished");
    const factor = await verified();
    expect((await mfa().listFactors()).data?.all).toMatchObject([{ id: factor.id }]);
    const { error } = await (await signedIn()).auth.mfa.enroll({ factorType: "totp" });
    expect([error?.status, error?.code]).toEqual([403, "insufficient_aal"]);
    await verified(about().person, "Tablet");
  });

  it("is removed only by a session that gave its code, which is aal1 again afterwards", async () => {
    const factor = await verified();
    const other = await signedIn();
    const refused = await other.auth.mfa.unenroll({ factorId: factor.id });
    expect([refused.error?.status, refused.error?.code]).toEqual([422, "insufficient_aal"]);
    const removed = await mfa().unenroll({ factorId: factor.id });
    expect(removed).toEqual({ data: { id: factor.id }, error: null });
    expect(await goesOn(about().person)).toEqual([true]);
    expect(await levelOf(about().person)).toEqual(["aal1", "aal1"]);
    expect((await claimsOf(about().person))?.amr).toMatchObject([{ method: "password" }]);
    expect((await about().person.auth.getUser()).data.user?.factors ?? []).toEqual([]);
    // An unfinished factor can be removed without a code.
    expect((await mfa().unenroll({ factorId: (await enrolled()).id })).error).toBeNull();
  });

  it("is required to change the password, and the change ends the other sessions", async () => {
    const factor = await verified();
    const other = await signedIn();
    const refused = await other.auth.updateUser({ password: "another-one" });
    expect([refused.error?.status, refused.error?.code]).toEqual([401, "insufficient_aal"]);
    for (const more of [{ current_password: PASSWORD }, { email: null }]) {
      const reply = await send("PUT", "user", { password: "another-one", ...more }, other);
      expect(reply.status).toBeGreaterThanOrEqual(400);
    }
    const { data, error } = await about().person.auth.updateUser({ password: "another-one" });
    expect([error, data.user?.factors?.[0]?.id]).toEqual([null, factor.id]);
    expect(await goesOn(about().person, other)).toEqual([true, false]);
    await expect(signedIn()).rejects.toThrow("Invalid login credentials");
    await signedIn(about().email, "another-one");
  });

  it("cannot be used or removed by another person", async () => {
    const factor = await verified();
    const somebody = await backend.createPerson("Sol");
    const stranger = await signedIn(somebody.email);
    expect(await give(factor, codeOf(factor), stranger)).toBe("mfa_factor_not_found");
    expect((await stranger.auth.mfa.unenroll({ factorId: factor.id })).error?.status).toBe(404);
    expect(await levelOf(stranger)).toEqual(["aal1", "aal1"]);
  });

  it("has a secret that no role of a request can read", async () => {
    const readable = await backend.sql(`
    select role, name from unnest(array['anon', 'authenticated', 'service_role']) role,
      unnest(array['mfa_factors', 'mfa_challenges', 'mfa_amr_claims', 'attempts', 'signing_keys']) name,
      unnest(array['select', 'insert', 'update', 'delete']) deed
    where has_table_privilege(role, 'auth.' || name, deed)`);
    expect(readable).toEqual([]);
  });
});

it("the code of a second factor accepts a code once for all challenges and sessions, and no earlier code after it", async () => {
  const factor = await enrolled();
  expect(await give(factor, codeOf(factor))).toBe("in");
  const other = await signedIn();
  expect(await give(factor, codeOf(factor))).toBe("mfa_verification_failed");
  expect(await give(factor, codeOf(factor), other)).toBe("mfa_verification_failed");
  expect(await give(factor, codeOf(factor, -1), other)).toBe("mfa_verification_failed");
  bench.pass(STEP);
  expect(await give(factor, codeOf(factor), other)).toBe("in");
  bench.pass(STEP);
  const both = [about().person, other].map((client) => give(factor, codeOf(factor), client));
  expect((await Promise.all(both)).sort()).toEqual(["in", "mfa_verification_failed"]);
});

it("the code of a second factor lets a challenge be answered once, in time, and only with its own factor", async () => {
  const factor = await verified();
  const second = await verified(about().person, "Tablet");
  const challenge = async (of = factor) =>
    (await mfa().challenge({ factorId: of.id })).data?.id ?? "";
  const answer = async (challengeId: string) => {
    const given = { factorId: factor.id, challengeId, code: codeOf(factor) };
    return (await mfa().verify(given)).error?.code;
  };

  expect(await answer(randomUUID())).toBe("mfa_factor_not_found");
  expect(await answer(await challenge(second))).toBe("mfa_factor_not_found");
  const late = await challenge();
  bench.pass(5 * MINUTE + 1);
  expect(await answer(late)).toBe("mfa_challenge_expired");
  const used = await challenge();
  expect(await answer(used)).toBeUndefined();
  bench.pass(STEP);
  expect(await answer(used)).toBe("mfa_challenge_expired");
});

it("the code of a second factor refuses all codes for a while after five wrong ones, even the right one", async () => {
  const factor = await verified();
  const second = await verified(about().person, "Tablet");
  const thief = await signedIn();
  for (const tried of [factor, factor, factor, second, second]) {
    expect(await give(tried, wrongCodeOf(tried), thief)).toBe("mfa_verification_failed");
  }
  for (const tried of [factor, second]) {
    expect(await give(tried, codeOf(tried), thief)).toBe("over_request_rate_limit");
  }
  const challenge = await send("POST", `factors/${factor.id}/challenge`, {}, thief);
  const verify = { challenge_id: challenge.body?.id, code: codeOf(factor) };
  const refused = await send("POST", `factors/${factor.id}/verify`, verify, thief);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "30"]);

  const somebody = await backend.createPerson("Sol");
  await verified(await signedIn(somebody.email));
  // The pauses double: 30 seconds, a minute, two minutes.
  for (const [milliseconds, code, answer] of [
    [MINUTE / 2, wrongCodeOf, "mfa_verification_failed"],
    [MINUTE / 2, codeOf, "over_request_rate_limit"],
    [MINUTE / 2, wrongCodeOf, "mfa_verification_failed"],
    [2 * MINUTE - 1000, codeOf, "over_request_rate_limit"],
    [1000, codeOf, "in"],
  ] as const) {
    bench.pass(milliseconds);
    expect(await give(factor, code(factor), thief)).toBe(answer);
  }
});

it("the code of a second factor counts wrong codes that are sent at the same time", async () => {
  const factor = await verified();
  const thief = await signedIn();
  const guesses = Array.from({ length: 20 }, () => give(factor, wrongCodeOf(factor), thief));
  const answers = await Promise.all(guesses);
  expect(answers.filter((answer) => answer === "mfa_verification_failed")).toHaveLength(5);
  expect(answers.filter((answer) => answer === "over_request_rate_limit")).toHaveLength(15);
});
