import type { PassageHit } from "../contracts/knowledge.ts";
import { isCode, termsOf } from "./terms.ts";

/**
 * Whether a passage speaks to what was asked. The search ranks and finds by any one term: asked for
 * tomorrow's weather, it brings up weather compensation. So a passage must hold two of three or more
 * terms, a quarter of many, and one will do where there are only two, or where it is a code, which
 * hardly ever stands somewhere by chance. Not more: people seldom ask in the words of the manual, and
 * where there is a model it has the last word.
 *
 * The score is left out of it: BM25 has no scale that holds from one collection to the next.
 * @param needed how many terms it takes, where it is to be another number.
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
