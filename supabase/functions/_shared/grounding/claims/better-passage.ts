import { type Code, isSame, type Quantity } from "./canonical.ts";
import type { PassageFacts } from "./passage-facts.ts";
import type { Setting } from "./setting.ts";
import { shareOf } from "./words.ts";

/** Cited passages with more than this part of a claim's words are about it. */
const MOST_CITED = 0.6;
/** Another passage must have this part of them, and that much more than the cited ones. */
const LEAST_OTHER = 0.75;
const CLEARLY = 0.3;

/**
 * Whether a passage that was given and is not cited has a claim's figures and codes and nearly all its words,
 * where the cited ones have few of them: the figure may stand there by chance.
 */
export function betterPassage(
  terms: readonly string[],
  quantities: readonly Quantity[],
  codes: readonly Code[],
  cited: readonly PassageFacts[],
  { given }: Setting,
): string | null {
  const own = Math.max(0, ...cited.map((passage) => shareOf(terms, passage.terms)));
  if (terms.length < 3 || own > MOST_CITED) return null;
  const isBetter = given.some(
    (passage) =>
      !cited.includes(passage) &&
      shareOf(terms, passage.terms) >= Math.max(LEAST_OTHER, own + CLEARLY) &&
      codes.every(({ code }) => passage.codeNames.has(code)) &&
      quantities.every(
        (figure) => figure.isLoose || passage.quantities.some((each) => isSame(each, figure)),
      ),
  );
  return isBetter ? "another passage says this, and not the cited one" : null;
}
