import { perText } from "./once-each.ts";
import { AVOIDANCE, CLAUSE, NEGATION, NO_NEGATION, NOTHING } from "./vocabulary.ts";
import { telling, wordsOf } from "./words.ts";

/** A clause of a sentence, and what it denies. */
export interface Clause {
  /** Its words without the negation. */
  words: ReadonlySet<string>;
  /** The words after the negation, which it turns round; empty without one. */
  denied: ReadonlySet<string>;
  isNegated: boolean;
  /** Whether it denies a thing and no action: "no nozzle". */
  deniesThing: boolean;
  /** Whether it forbids what its words say, and does not only tell of an absence. */
  forbids: boolean;
  /** The other words by which it says that something is not so. */
  avoidances: readonly string[];
}

const ANY_AVOIDANCE = new RegExp(AVOIDANCE.source, "gi");

/** The clauses of a sentence, in their order. */
export const clausesOf = perText((text): Clause[] =>
  text
    .split(CLAUSE)
    .map(clauseOf)
    .filter(({ words }) => words.size > 0),
);

function clauseOf(text: string): Clause {
  const plain = text.replace(NO_NEGATION, " ");
  const negation = NEGATION.exec(plain);
  const at = negation ? negation.index + negation[0].length : plain.length;
  const denied = telling(wordsOf(plain.slice(at)));
  return {
    words: wordsOf(`${plain.slice(0, negation?.index)} ${plain.slice(at)}`),
    denied,
    forbids: negation !== null && (denied.size > 0 || !NOTHING.test(negation[0])),
    isNegated: negation !== null,
    deniesThing: /^no$/i.test(negation?.[0] ?? ""),
    avoidances: text.toLowerCase().match(ANY_AVOIDANCE) ?? [],
  };
}
