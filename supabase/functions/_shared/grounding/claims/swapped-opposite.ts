import { isSame } from "./canonical.ts";
import { type Part, partsOf, wholeOf } from "./parts.ts";
import type { PassageFacts, Window } from "./passage-facts.ts";
import { type Side, sidesOf } from "./sides.ts";
import { PLACE_ON } from "./vocabulary.ts";
import { hasWord } from "./words.ts";

/** How many words, codes and figures beside the opposite a part of a passage must share with the claim's part. */
const LEAST_SHARED = 2;

/**
 * Whether the passages say both words of a pair of opposites, and a part of the claim has the one that
 * the passage's closest part has not: "230 V in cooling" of "230 V in heating and nothing in cooling".
 */
export function swappedOpposite(plain: string, cited: readonly PassageFacts[]): string | null {
  const said = cited.flatMap(({ windows }) => windows.flatMap(partsIn));
  const parts = partsOf(plain.replace(PLACE_ON, " "));
  for (const part of parts) {
    for (const stem of new Set(part.stems)) {
      for (const side of sidesOf(stem)) {
        // A claim that has both may name one of them for another reason.
        const lead = parts.some((each) => each !== part && hasAny(each, side.other)) ? 2 : 1;
        if (!side.isSequence && isSwapped(part, side, said, lead)) {
          return `the cited passage says the opposite of "${stem}" of this`;
        }
      }
    }
  }
  return null;
}

interface SaidPart extends Part {
  /** Whether it is a cell of a table, whose row and column say more of it. */
  isCell: boolean;
}

function partsIn({ text }: Window): SaidPart[] {
  const isCell = text.includes("\t");
  const cells = partsOf(text).map((part) => ({ ...part, isCell }));
  return isCell ? [...cells, { ...wholeOf(text), isCell }] : cells;
}

/** @param lead by how much the part with the other word must be closer */
function isSwapped(claimed: Part, side: Side, said: readonly SaidPart[], lead: number): boolean {
  if (hasAny(claimed, side.other)) return false;
  let [own, other] = [0, 0];
  for (const part of said) {
    if (hasAny(part, side.own)) own = Math.max(own, shared(claimed, part, side));
    else if (!part.isCell && part.isNegated === claimed.isNegated && hasAny(part, side.other)) {
      other = Math.max(other, shared(claimed, part, side));
    }
  }
  return other >= own + lead && other >= LEAST_SHARED;
}

function hasAny({ stems }: Part, words: readonly string[]): boolean {
  return words.some((word) => stems.includes(word));
}

/** How many words, codes and figures two parts share, besides the pair itself. */
function shared(claimed: Part, said: Part, { terms }: Side): number {
  return (
    [...claimed.terms].filter((term) => !terms.has(term) && hasWord(said.terms, term)).length +
    claimed.codes.filter(({ code }) => said.codes.some((each) => each.code === code)).length +
    claimed.quantities.filter((figure) => said.quantities.some((each) => isSame(each, figure)))
      .length
  );
}
