import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { MINUTE, STEP, startFactorBench } from "#tests/support/factor-bench.ts";

const bench = await startFactorBench();
const { backend, about, signedIn, enrolled, codeOf, wrongCodeOf, give, verified, send } = bench;

beforeEach(() => bench.beginAnew());
afterAll(() => backend.stop());

describe("a second factor", () => {
  it("accepts codes that are one time step off, and none that are two", async () => {
    const factor = await enrolled();
    expect(await give(factor, codeOf(factor, -2))).toBe("mfa_verification_failed");
    expect(await give(factor, codeOf(factor, 2))).toBe("mfa_verification_failed");
    expect(await give(factor, codeOf(factor, -1))).toBe("in");
    expect(await give(factor, codeOf(factor, 1))).toBe("in");
  });

  it("accepts a code once for all challenges and sessions, and no earlier code after it", async () => {
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

  it("lets a challenge be answered once, in time, and only with its own factor", async () => {
    const factor = await verified();
    const second = await verified(about().person, "Tablet");
    const challenge = async (of = factor) =>
      (await about().person.auth.mfa.challenge({ factorId: of.id })).data?.id ?? "";
    const answer = async (challengeId: string) =>
      (
        await about().person.auth.mfa.verify({
          factorId: factor.id,
          challengeId,
          code: codeOf(factor),
        })
      ).error?.code;

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

  it("refuses all codes for a while after five wrong ones, even the right one", async () => {
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
    bench.pass(MINUTE / 2);
    expect(await give(factor, wrongCodeOf(factor), thief)).toBe("mfa_verification_failed");
    bench.pass(MINUTE / 2);
    expect(await give(factor, codeOf(factor), thief)).toBe("over_request_rate_limit");
    bench.pass(MINUTE / 2);
    expect(await give(factor, wrongCodeOf(factor), thief)).toBe("mfa_verification_failed");
    bench.pass(2 * MINUTE - 1000);
    expect(await give(factor, codeOf(factor), thief)).toBe("over_request_rate_limit");
    bench.pass(1000);
    expect(await give(factor, codeOf(factor), thief)).toBe("in");
  });

  it("counts wrong codes that are sent at the same time", async () => {
    const factor = await verified();
    const thief = await signedIn();
    const guesses = Array.from({ length: 20 }, () => give(factor, wrongCodeOf(factor), thief));
    const answers = await Promise.all(guesses);
    expect(answers.filter((answer) => answer === "mfa_verification_failed")).toHaveLength(5);
    expect(answers.filter((answer) => answer === "over_request_rate_limit")).toHaveLength(15);
  });
});
