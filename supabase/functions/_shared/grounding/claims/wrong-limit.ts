import type { Quantity } from "./facts.ts";
import { type Role, roleOf } from "./limits.ts";
import type { PassageFacts } from "./passage-facts.ts";
import { isSame } from "./same.ts";
import { CLAUSE, NEGATION } from "./vocabulary.ts";

/** A sentence that tells of the other side of its limit too: "up to 150 g are released, more than that is recovered". */
const OTHER_SIDE =
  /\b(?:above|below|more than|less than|over|under|beyond) (?:that|this|it)\b|\bif (?:it|this|that|they) (?:\w+ ){1,2}(?:longer|shorter|more|less|higher|lower)\b/i;
/** A condition: "for lines longer than 7.5 m". */
const CONDITION = /\b(?:for|if|when|where|with|once|as soon as)\b/i;
const UP_TO = /\bup to\b/i;

/**
 * Whether a limit lies to the other side of its amount in all places of the passages: "above 36 V touch
 * nothing" of "below 36 V touch nothing". What is required on one side ("at least 7 kVA") may be told as
 * a condition of the other one ("smaller than 7 kVA is not suitable").
 */
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
  const windows = cited.flatMap((passage) => passage.windows);
  const wrong = quantities.find(({ limit, start, end, ...quantity }) => {
    if (limit === null) return false;
    const role = roleOf(text, start, end);
    const said = windows.flatMap((window) =>
      window.quantities
        .filter((each) => isSame(each, { ...quantity, limit, start, end }))
        .map((each) => ({ ...each, text: window.text, lineText: window.lineText })),
    );
    // "The charge covers up to 7.5 m": the claim may tell what to do for longer ones.
    const isBeyond =
      limit === "least" &&
      CONDITION.test(text.slice(0, start)) &&
      said.some((each) => UP_TO.test(each.text));
    return (
      said.length > 0 &&
      !isBeyond &&
      said.every(
        (each) =>
          each.limit !== null &&
          each.limit !== limit &&
          (role === "requirement" || !OTHER_SIDE.test(each.lineText)) &&
          !isComplement(role, roleOf(each.text, each.start, each.end)),
      )
    );
  });
  return wrong ? `${wrong.value} is a limit to the other side in the cited passage` : null;
}

/** Whether one is asked for where the other one is the case. */
function isComplement(one: Role, other: Role): boolean {
  return one !== null && other !== null && one !== other;
}
