import { INTERVALS, ONE, SPELLED_NUMBER, spelledValue } from "./spelled-numbers.ts";
import { isSameDimension, UNIT, type Unit, unitIn } from "./units.ts";

/** A number in a text. */
interface Figure {
  /** As it stands in the text, with its unit. */
  written: string;
  /** The values that it may have: "1.200" is 1.2 in one country and 1200 in another. */
  values: readonly number[];
  /** Numbers that may be meant in its place: 60 and 100 by "60/100", 3 and 400 by "3 400". */
  parts: readonly number[];
  unit: Unit | null;
  /** Whether it stands alone: not the 2 of "2nd" or "KX2". */
  standsAlone: boolean;
}

/** The numbers of a passage, and all units that it names, with a number or in the head of a table. */
export type PassageFigures = ReturnType<typeof passageFigures>;

const DIGITS = "\\d{1,3}(?:[ ']\\d{3}){1,3}(?!\\d)(?:[.,]\\d{1,9})?|\\d{1,12}(?:[.,]\\d{1,9}){0,4}";
const FRACTION = "(?:\\d{1,3}[ -])?\\d{1,4}\\/\\d{1,4}(?!\\d|[.,]\\d)";
const DIGIT_FIGURE = new RegExp(
  `(?<!\\d|\\d[.,])(${FRACTION}|${DIGITS})(?:[ -]?(${UNIT}))?`,
  "giu",
);
/** "half an hour", "quart d'heure" */
const GAP = "[ -]?(?:(?:of )?an? |d'(?:une? )?|de |einen? )?";
const SPELLED_FIGURE = new RegExp(
  `(?<![\\p{L}\\p{N}])(${SPELLED_NUMBER})(?:${GAP}(${UNIT})|(?![\\p{L}\\p{N}]))`,
  "giu",
);
const ANY_UNIT = new RegExp(`(?<!\\p{L})${UNIT}`, "giu");
const PARTED = /^\d{1,3}[ ']\d{3}(?!\d|\/)/;
const SPELLED_ONE = new RegExp(`(?<!\\p{L})(?:${ONE})(?!\\p{L})`, "iu");

/** All numbers of a text in plain signs. */
export function figuresIn(text: string): Figure[] {
  const inDigits = [...text.matchAll(DIGIT_FIGURE)].map((match): Figure => {
    const [written, number = "", spelling = ""] = match;
    const unit = unitIn(spelling);
    const before = text.slice(Math.max(0, match.index - 2), match.index);
    const after = unit === null ? text.charAt(match.index + number.length) : "";
    return {
      ...{ written, unit, standsAlone: !/\p{L}$/u.test(before) && !/\p{L}/u.test(after) },
      ...(number.includes("/") ? inFraction(number) : inDecimals(number, /\p{L} ?$/u.test(before))),
    };
  });
  const inWords = [...text.matchAll(SPELLED_FIGURE)].map(
    ([written, number = "", spelling = ""]) => {
      const unit = unitIn(spelling);
      return { written, values: [spelledValue(number)], parts: [], unit, standsAlone: true };
    },
  );
  return [...inDigits, ...inWords];
}

/** "3/4", "1 1/2", "2-1/4"; or "60/100", which is two numbers. */
function inFraction(written: string): Pick<Figure, "values" | "parts"> {
  const parts = written.split(/[ /-]/).map(Number);
  const [over = 0, under = 1] = parts.slice(-2);
  const whole = parts.length > 2 ? (parts[0] ?? 0) : 0;
  return { values: over < under ? [whole + over / under] : [], parts };
}

/**
 * "1,200", "1.200,5" and "1 200" with thousands, "0,5" and "2.75" with decimals.
 * @param isAfterName whether the first number may be part of a name: "type 22 600 mm"
 */
function inDecimals(written: string, isAfterName: boolean): Pick<Figure, "values" | "parts"> {
  const [first = "", ...others] = written.split(/[ '.,]/);
  if (others.length === 0) return { values: [Number(first)], parts: [] };
  const isParted = written.includes(" ") ? isAfterName : others.length > 1;
  const areThousands = (groups: readonly string[]) => groups.every(({ length }) => length === 3);
  const whole = [first, ...others.slice(0, -1)].join("");
  const values = [
    ...(/^[1-9]\d{0,2}\D/.test(written) && areThousands(others) ? [whole + others.at(-1)] : []),
    ...(/[.,]\d+$/.test(written) && areThousands(others.slice(0, -1))
      ? [`${whole}.${others.at(-1)}`]
      : []),
  ];
  return { values: values.map(Number), parts: isParted ? [first, ...others].map(Number) : [] };
}

/** Reads a passage; each part of a number may be one of its own. */
export function passageFigures(text: string) {
  const read = INTERVALS.reduce(
    (all, { interval, pattern }) => all.replace(pattern, ` ${interval} `),
    text.replace(/(?<=\d) in(?= \p{Ll})/gu, " inch"),
  );
  const figures = figuresIn(read).flatMap(({ values, parts, unit, standsAlone }) => [
    ...values.map((value) => ({ value, unit, isCode: !standsAlone && unit === null })),
    ...parts.map((value) => ({ value, unit: null, isCode: false })),
  ]);
  if (SPELLED_ONE.test(text)) figures.push({ value: 1, unit: null, isCode: false });
  const units = [...read.matchAll(ANY_UNIT)].flatMap(([spelling]) => unitIn(spelling) ?? []);
  return { figures, units };
}

/**
 * A figure of an answer stands in a passage that it cites, or in the question, in any of the forms
 * of one value.
 * @returns the first figure of the text that does not; null when all do
 */
export function unknownFigure(
  text: string,
  cited: readonly PassageFigures[],
  question: PassageFigures,
): string | null {
  const isKnown = (value: number, unit: Unit | null) =>
    question.figures.some((asked) => isClose(asked.value, value)) ||
    cited.some((passage) => hasAmount(passage, value, unit));
  const unknown = figuresIn(text).find(({ written, values, parts, unit, standsAlone }) => {
    if (!standsAlone || values.some((value) => isKnown(value, unit))) return false;
    // An answer that writes "8 500" does not mean 8 and 500.
    const last = PARTED.test(written) ? -1 : parts.length - 1;
    return last < 0 || !parts.every((part, at) => isKnown(part, at === last ? unit : null));
  });
  return unknown?.written ?? null;
}

/**
 * Whether a passage has this amount. A number without a unit, as in the cell of a table, may have
 * any unit that the passage names, but for one that it has with another unit: 5 s of "5 min".
 */
function hasAmount({ figures, units }: PassageFigures, value: number, unit: Unit | null): boolean {
  if (unit === null) return figures.some((each) => isClose(each.value, value));
  const ofValue = figures.filter((each) => isClose(each.value, value));
  const isInOther = ofValue.some((each) => each.unit !== null && isSameDimension(each.unit, unit));
  const isNamed = units.some((each) => each.factor === unit.factor && isSameDimension(each, unit));
  return (
    figures.some(
      (each) => each.unit !== null && isSameAmount(each.value, each.unit, value, unit, units),
    ) ||
    (isNamed && !isInOther && ofValue.some((each) => each.unit === null && !each.isCode))
  );
}

/** "20 g for each further metre" is 20 g/m, and 3 m³/h may be called 3 m³. */
function isSameAmount(
  value: number,
  unit: Unit,
  claimed: number,
  { over, ...of }: Unit,
  named: readonly Unit[],
): boolean {
  const isEqual = (one: Unit, other: Unit) =>
    isSameDimension(one, other) && isClose(value * one.factor, claimed * other.factor);
  const under = of.dimension.split("/")[1];
  return (
    isEqual(unit, of) ||
    (unit.over !== undefined && isEqual(unit.over, of)) ||
    (over !== undefined && isEqual(unit, over) && named.some((each) => each.dimension === under))
  );
}

function isClose(one: number, other: number): boolean {
  return Math.abs(one - other) <= 1e-6 * Math.abs(one);
}
