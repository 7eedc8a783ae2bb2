import type { PassageHit } from "../contracts/knowledge.ts";
import { isCode, termsOf } from "./terms.ts";

/**
 * Whether a passage is relevant to a question. The search finds passages by any single term: for
 * tomorrow's weather it finds weather compensation. So a passage must contain at least two of the
 * question's terms, and a quarter of them if there are many. One is enough if the question has at
 * most two, or if it is a code, which hardly ever appears by chance. Requiring more would lose
 * answers: people seldom use the words of the manual, and if there is a model, it decides in the
 * end.
 *
 * The score is not used: BM25 has no scale that is the same for different collections.
 * @param needed how many terms are required, if it is another number.
 */
export function isRelevant(
  passage: PassageHit,
  asked: ReadonlySet<string>,
  needed: number = termsNeeded(asked.size),
): boolean {
  const said = termsOf(`${passage.file_name} ${passage.heading ?? ""} ${passage.body}`);
  const covered = [...asked].filter((term) => said.has(term));
  return covered.length >= needed || covered.some(isCode);
}

function termsNeeded(asked: number): number {
  return asked <= 2 ? 1 : Math.max(2, Math.ceil(asked / 4));
}
