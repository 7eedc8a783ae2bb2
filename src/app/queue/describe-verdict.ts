import type { Verdict } from "@contracts/answer-feedback.ts";

/** What a rating says. */
export function describeVerdict(verdict: Verdict): string {
  return verdict === null ? "Taken back" : `The answer is ${verdict}`;
}
