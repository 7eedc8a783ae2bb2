import type { Verdict } from "@contracts/answer-feedback.ts";

/** A rating as text. */
export function describeVerdict(verdict: Verdict): string {
  return verdict === null ? "Taken back" : `The answer is ${verdict}`;
}
