import type { Quantity } from "./facts.ts";
import type { PassageFacts, Window } from "./passage-facts.ts";
import { isResult } from "./results.ts";
import { isBetween, isSame } from "./same.ts";
import type { Setting, Verdict } from "./setting.ts";
import type { Unit } from "./units.ts";
import { isNeutral } from "./words.ts";

/**
 * A figure that the passages do not contain. Figures of the question are allowed only where a sentence compares
 * them, as in "your 4.2 µF are below 4.5 µF" or "20 m is allowed, 30 m is the maximum",
 * and where they are within a range: 150 % of "100 to 200 %".
 */
export function wrongFigure(
  plain: string,
  quantities: readonly Quantity[],
  passages: readonly PassageFacts[],
  { question }: Setting,
  allowsAsked: boolean,
): Verdict {
  // "3.0" is no third step.
  const isNumbered = ({ start, end, value, unit }: Quantity) =>
    unit === null &&
    !/\.0+$/.test(plain.slice(start, end)) &&
    passages.some(({ numbering }) => numbering.has(value));
  const isSaid = (quantity: Quantity) =>
    isNumbered(quantity) || passages.some((passage) => hasQuantity(passage, quantity, passages));
  const isCompared = ({ unit }: Quantity) =>
    unit !== null &&
    quantities.some((other) => other.unit?.dimension === unit.dimension && isSaid(other));
  const wrong = quantities.find(
    (quantity) =>
      !quantity.isLoose &&
      !isSaid(quantity) &&
      !isResult(plain, quantity, quantities, passages) &&
      !(
        (allowsAsked || isYear(quantity) || isCompared(quantity) || isWithin(quantity, passages)) &&
        question.quantities.some((asked) => isAskedAs(asked, quantity, passages))
      ),
  );
  if (wrong === undefined) return null;
  return `the figure ${wrong.value}${wrong.unit ? " with its unit" : ""} is not in the cited passage`;
}

/** "Made in 2017" */
function isYear({ value, unit }: Quantity): boolean {
  return unit === null && Number.isInteger(value) && value >= 1950 && value < 2100;
}

/** "Is 0.55 still allowed?" asks about 0.55 mm, unless a passage has 0.55 in another unit. */
export function isAskedAs(
  asked: Quantity,
  said: Quantity,
  passages: readonly PassageFacts[],
): boolean {
  if (asked.unit !== null || said.unit === null) return isSame(asked, said);
  return (
    asked.value === said.value &&
    passages.every(({ quantities }) =>
      quantities.every(({ value, unit }) => value !== said.value || unit === null),
    )
  );
}

/** How far apart the ends of a range stand at most, in characters. */
const RANGE_REACH = 8;

/** Whether a passage has a range that an amount is in. */
function isWithin(amount: Quantity, passages: readonly PassageFacts[]): boolean {
  return passages.some(({ windows }) =>
    windows.some(({ quantities }) =>
      quantities.some((to, at) => {
        const from = quantities[at - 1];
        return (
          from !== undefined && to.start - from.end < RANGE_REACH && isBetween(amount, from, to)
        );
      }),
    ),
  );
}

function hasQuantity(
  passage: PassageFacts,
  quantity: Quantity,
  cited: readonly PassageFacts[],
): boolean {
  // "Jumper between 1 and 2" of "EST 1 and EST 2"
  if (
    quantity.unit === null &&
    passage.codes.some(
      ({ code }) => code.replace(/^(?:\p{L}+|\*0?)/u, "") === String(quantity.value),
    )
  )
    return true;
  if (quantity.unit?.dimension === "percent" && hasShare(passage, quantity.value)) return true;
  if (passage.windows.some((window) => hasWithUnitBefore(window, quantity))) return true;
  if (passage.ends.some((end) => isSame(end, quantity))) return true;
  const isOther = isInOtherUnit(cited, quantity);
  return passage.quantities.some((said) => {
    if (!isSame(said, quantity)) return !isOther && isInUsedUnit(passage, said, quantity);
    // "Steady at 24" may be 24 V where the passage speaks of volts, and 85 is no torque where it does not.
    if (quantity.unit === null || said.unit !== null) return true;
    const { dimension } = quantity.unit;
    if (said.isName || said.counts !== null || isOther) return false;
    // "At least six hours (twelve below freezing)"
    if (said.isLoose) return passage.windows.some((window) => isBeside(window, said, dimension));
    return cited.some((each) => each.quantities.some(({ unit }) => unit?.dimension === dimension));
  });
}

/** "5 s" where the passages have 5 min: a bare 5 or 300 in them is something else. */
function isInOtherUnit(cited: readonly PassageFacts[], { value, unit }: Quantity): boolean {
  return cited.some(({ quantities }) =>
    quantities.some(
      (said) =>
        said.value === value &&
        said.unit?.dimension === unit?.dimension &&
        said.unit?.factor !== unit?.factor,
    ),
  );
}

/** "Length 1000" is 1 m where the passage has its other lengths in mm, and none in m. */
function isInUsedUnit({ quantities }: PassageFacts, number: Quantity, wanted: Quantity): boolean {
  if (number.unit !== null || number.isLoose || number.isName || wanted.unit === null) return false;
  const { dimension, factor } = wanted.unit;
  const used = quantities.flatMap(({ unit }) => (unit?.dimension === dimension ? unit : []));
  return (
    used.every((unit) => unit.factor !== factor) &&
    used.some((unit) => isSame({ ...number, unit }, wanted))
  );
}

/** "3/4 full" is 75 %. */
function hasShare({ quantities, text }: PassageFacts, percent: number): boolean {
  return (
    SHARES[percent]?.test(text) ||
    quantities.some(({ unit, value }) => unit === null && Math.abs(value * 100 - percent) < 1e-6)
  );
}

/** Words by which a passage may name a share: "half charged". */
const SHARES: Readonly<Record<number, RegExp>> = {
  25: /\bquarter/i,
  50: /\bhal[fv]/i,
  75: /\bthree[- ]quarters/i,
};

/** "12 months; 24 with a detector": a number has the unit of the one before it. */
function hasWithUnitBefore({ quantities }: Window, quantity: Quantity): boolean {
  return quantities.some((said, at) => {
    const unit = quantities[at - 1]?.unit;
    return (
      said.unit === null &&
      !said.isLoose &&
      !!unit &&
      !!quantity.unit &&
      isSame({ ...said, unit }, quantity)
    );
  });
}

/** Whether a sentence has a number, and an amount of this dimension. */
function isBeside({ quantities }: Window, number: Quantity, dimension: string): boolean {
  return (
    quantities.some(({ unit, value }) => unit === null && value === number.value) &&
    quantities.some(({ unit }) => unit?.dimension === dimension)
  );
}

/** A figure that the passages only have for another length, time or amount: "20 g per foot" of "20 g per metre". */
export function wrongRate(
  quantities: readonly Quantity[],
  cited: readonly PassageFacts[],
): Verdict {
  const wrong = toldOtherwise(
    quantities,
    cited,
    ({ per }, said) => per !== null && said.per !== null && !isSameUnit(said.per, per),
  );
  return wrong ? `${wrong.value} is per something else in the cited passage` : null;
}

/** "1000 V AC" of "1000 V DC" */
export function wrongCurrent(
  quantities: readonly Quantity[],
  cited: readonly PassageFacts[],
): Verdict {
  const wrong = toldOtherwise(
    quantities,
    cited,
    ({ current }, said) => current !== null && said.current !== null && said.current !== current,
  );
  return wrong ? `${wrong.value} is not ${wrong.current} in the cited passage` : null;
}

/** A figure that the passages have, but at each of these places for something else. */
function toldOtherwise(
  quantities: readonly Quantity[],
  cited: readonly PassageFacts[],
  isOther: (claimed: Quantity, said: Quantity) => boolean,
): Quantity | undefined {
  return quantities.find((quantity) => {
    const said = cited.flatMap((passage) => passage.same(quantity));
    return said.length > 0 && said.every((each) => isOther(quantity, each));
  });
}

function isSameUnit(one: Unit, other: Unit): boolean {
  return one.dimension === other.dimension && one.factor === other.factor;
}

/** "It blinks two times" are two blinks. */
const TIME = "time";

/**
 * "Two screws" where the passages count other numbers of screws only.
 * @param compared figures of the question that the sentence compares with others
 */
export function wrongCount(
  quantities: readonly Quantity[],
  cited: readonly PassageFacts[],
  compared: readonly Quantity[],
): Verdict {
  const said = cited.flatMap((passage) => passage.quantities);
  const wrong = quantities.find(({ counts, value }) => {
    if (counts === null || value < 2 || isNeutral(counts)) return false;
    if (compared.some((asked) => asked.value === value)) return false;
    const isSaid = said.some(
      (each) =>
        each.value === value && each.unit === null && [counts, null, TIME].includes(each.counts),
    );
    return !isSaid && said.some((each) => each.counts === counts);
  });
  return wrong ? `the cited passage does not count ${wrong.value} of these` : null;
}

/** What may stand for "two" in a passage. */
const TWO = /\b(?:both|double|doubled|twice|pair|second|again|either)\b/i;
/** Smaller numbers in words may be a way of speaking: "one of them", "the two". */
const LEAST_WORD = 3;
/** "Of the three", "all four": the writer counts what the passage lists. */
const OF_KNOWN = /\b(?:the|all|these|those) $/i;

/** "Three times", "ten or more": a number in words that the passages do not have. */
export function wrongNumberWord(
  plain: string,
  quantities: readonly Quantity[],
  cited: readonly PassageFacts[],
): Verdict {
  const wrong = quantities.find(({ isLoose, unit, value, start, end }) => {
    if (!isLoose || unit !== null || value < 2) return false;
    // An article is no number.
    if (/^an?\b/i.test(plain.slice(start, end))) return false;
    const isTimes = /^ times\b/i.test(plain.slice(end));
    // "Two times as long" compares two figures.
    if (/^ times as\b/i.test(plain.slice(end))) return false;
    if (value < LEAST_WORD && !isTimes) return false;
    if (OF_KNOWN.test(plain.slice(0, start))) return false;
    return !cited.some(
      (passage) =>
        passage.numbering.has(value) ||
        passage.quantities.some((each) => each.value === value) ||
        (value === 2 && TWO.test(passage.text)),
    );
  });
  return wrong ? `the number ${wrong.value} is not in the cited passage` : null;
}
