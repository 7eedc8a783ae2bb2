import { isSame, type Quantity } from "./canonical.ts";
import type { PassageFacts } from "./passage-facts.ts";
import { CLAUSE, NEGATION } from "./vocabulary.ts";

const ABOVE_THAT = /\b(?:above|below|more than|less than|over|under|beyond) (?:that|this|it)\b/i;

/** A condition: "for lines longer than 7.5 m". */
const CONDITION = /\b(?:for|if|when|where|with|once|as soon as)\b/i;
const UP_TO = /\bup to\b/i;

/** "More than 36 V" where the passages say "less than 36 V" and nothing else of 36 V. */
export function wrongLimit(
  text: string,
  quantities: readonly Quantity[],
  cited: readonly PassageFacts[],
): string | null {
  // "Below 55 °C, or it does not condense" may stand for "it never condenses above 55 °C".
  const isTurned =
    NEGATION.test(text) &&
    text.split(CLAUSE).some((clause) => /\d/.test(clause) && !NEGATION.test(clause));
  if (isTurned) return null;
  // "Up to 150 g may be released. More than that is recovered."
  if (cited.some(({ windows }) => windows.some((window) => ABOVE_THAT.test(window.text))))
    return null;
  const isCovered = (quantity: Quantity) =>
    cited.some(({ windows }) =>
      windows.some(
        (window) =>
          UP_TO.test(window.text) && window.quantities.some((each) => isSame(each, quantity)),
      ),
    );
  const wrong = quantities.find((quantity) => {
    const { limit } = quantity;
    if (limit === null) return false;
    // "The charge covers up to 7.5 m": the claim may tell what to do for longer ones.
    if (limit === "least" && CONDITION.test(text.slice(0, quantity.start)) && isCovered(quantity)) {
      return false;
    }
    const said = cited.flatMap((passage) => passage.same(quantity).map((each) => each.limit));
    return said.length > 0 && said.every((other) => other !== null && other !== limit);
  });
  return wrong ? `${wrong.value} is a limit to the other side in the cited passage` : null;
}
