import { OPPOSITES, SEQUENCE } from "./vocabulary.ts";
import { stemsOf, wordsOf } from "./words.ts";

/** A word's side of a pair of opposites: "open" has its own stems, and those of "close" on the other side. */
export interface Side {
  own: readonly string[];
  other: readonly string[];
  /** The terms of both sides. */
  terms: ReadonlySet<string>;
  /** Whether only the words after it tell what it is about. */
  isSequence: boolean;
}

const sides = new Map<string, Side[]>();
for (const pair of [...OPPOSITES, SEQUENCE]) {
  const [one, other] = pair.map(stemsOf) as [string[], string[]];
  const isSequence = pair === SEQUENCE;
  const terms = wordsOf(pair.join(" "));
  for (const side of [
    { own: one, other, terms, isSequence },
    { own: other, other: one, terms, isSequence },
  ]) {
    for (const stem of side.own) sides.set(stem, [...(sides.get(stem) ?? []), side]);
  }
}

/** The sides on which a stem stands; empty for a word without an opposite. */
export function sidesOf(stem: string): readonly Side[] {
  return sides.get(stem) ?? [];
}
