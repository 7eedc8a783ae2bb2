import { perPassage, perText } from "./once-each.ts";
import type { PassageFacts } from "./passage-facts.ts";
import type { Verdict } from "./setting.ts";
import { CLAUSE, NEGATION, OPPOSITES } from "./vocabulary.ts";
import { shareOf, telling, wordsOf } from "./words.ts";

/** How many words on each side tell what a word is said of. */
const REACH = 4;
/** How many of these two places must share, how much of the claim's, and by how many the opposite must lead. */
const FEWEST_SHARED = 2;
const LEAST_SHARED = 0.6;
const LEAST_LEAD = 2;

/** A word that has an opposite, in a clause without a negation: "the valve is open". */
interface Side {
  word: string;
  pair: number;
  side: number;
  /** The words beside it. */
  near: ReadonlySet<string>;
}

const sides = new Map(
  OPPOSITES.flatMap((pair, at) =>
    pair
      .split(" | ")
      .flatMap((words, side) =>
        words
          .split(" ")
          .map((word): [string, { pair: number; side: number }] => [word, { pair: at, side }]),
      ),
  ),
);

const sidesOf = perText((text): Side[] => text.split(CLAUSE).flatMap(sidesOfClause));

const sidesOfPassage = perPassage(({ windows }) =>
  windows.flatMap(({ text }) => text.split("\t").flatMap(sidesOf)),
);

function sidesOfClause(clause: string): Side[] {
  if (NEGATION.test(clause)) return [];
  const words = clause.match(/[\p{L}\p{N}][\p{L}\p{N}/-]*/gu) ?? [];
  return words.flatMap((word, at): Side[] => {
    const found = sides.get(word.toLowerCase());
    const next = words[at + 1] ?? "";
    // The side of an amount is a limit, and "on" before other words is no state.
    if (!found || /\d/.test(next) || /^up to$/i.test(`${word} ${next}`)) return [];
    if (/^(?:on|off)$/i.test(word) && next !== "") return [];
    const beside = [...words.slice(Math.max(0, at - REACH), at), ...words.slice(at + 1)]
      .slice(0, 2 * REACH)
      .filter((each) => !/\d/.test(each) && !sides.has(each.toLowerCase()));
    return [{ word, ...found, near: telling(wordsOf(beside.join(" "))) }];
  });
}

/**
 * Whether the passages have the opposite of a word of the claim beside the same words: "the blower draws more
 * current" of "the blower draws less current".
 */
export function opposite(plain: string, cited: readonly PassageFacts[]): Verdict {
  const said = cited.flatMap(sidesOfPassage);
  const wrong = sidesOf(plain).find(({ pair, side, near }) => {
    const shared = (isSameSide: boolean) =>
      said
        .filter((each) => each.pair === pair && (each.side === side) === isSameSide)
        .reduce((most, each) => Math.max(most, shareOf(near, each.near) * near.size), 0);
    const other = shared(false);
    return (
      other >= FEWEST_SHARED &&
      other >= LEAST_SHARED * near.size &&
      other - shared(true) >= LEAST_LEAD
    );
  });
  return wrong ? `the cited passage says the opposite of "${wrong.word}"` : null;
}
