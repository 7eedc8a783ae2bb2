import { type GoldenQuestion, hasWords } from "../_shared/contracts/golden-question.ts";
import type { GoldenOutcome } from "../_shared/contracts/golden-run.ts";
import type { PassageHit } from "../_shared/contracts/knowledge.ts";
import type { QuestionReply } from "../_shared/contracts/question.ts";
import { withoutCitations } from "../_shared/grounding/citations.ts";
import { placeOf } from "./trial-rest.ts";

type Expectation = Pick<GoldenQuestion, "expected" | "expected_text" | "file_id">;

/**
 * Whether an answer is as expected.
 * @param found the passages that the search found for it, by their places
 */
export function judgeAnswer(
  expectation: Expectation,
  reply: QuestionReply,
  found: ReadonlyMap<string, PassageHit>,
): GoldenOutcome {
  const { expected, expected_text } = expectation;
  switch (expected) {
    case "refusal":
      return reply.basis === "nothing" ? "kept" : "broken";
    case "words":
      return hasWords(withoutCitations(reply.answer), expected_text) ? "kept" : "broken";
    case "passage": {
      const cited = reply.sources.flatMap((source) => found.get(placeOf(source)) ?? []);
      return judgePassages(expectation, cited);
    }
  }
}

/** Whether one of some passages has the expected words, and is of the expected document. */
export function judgePassages(
  { expected_text, file_id }: Expectation,
  passages: readonly PassageHit[],
): GoldenOutcome {
  const isThere = passages.some(
    (passage) =>
      (file_id === null || passage.file_id === file_id) && hasWords(passage.body, expected_text),
  );
  return isThere ? "kept" : "broken";
}
