import { alternativesIn } from "./alternatives.ts";
import type { Code } from "./codes.ts";
import { factsOf, type Quantity } from "./facts.ts";
import { NUMBER_WORDS } from "./number-words.ts";
import { perPassage, perText } from "./once-each.ts";
import type { Unit } from "./units.ts";
import { hasWord, wordsOf } from "./words.ts";

/** A clause of a sentence or a cell of a table: where a figure or a code stands, with the words beside it. */
export interface Place {
  /** Its words, figures, codes and letters that are names, as `marksOf` writes them. */
  marks: ReadonlySet<string>;
  quantities: readonly Quantity[];
  codes: readonly Code[];
}

/** A place of a passage. */
export interface PassagePlace extends Place {
  /** Those of the head of its column; empty outside of tables. */
  head: ReadonlySet<string>;
  /** The number of the sentence or of the row of a table that it is a part of. */
  sentence: number;
  line: number;
  /** The number of its cell in a row, from 0; null outside of tables. */
  cell: number | null;
  /** Whether it is the first cell of its row, which names what the others are about. */
  isLabel: boolean;
}

const ENDS =
  /[,;:](?= |$)|\.(?= |$)|\b(?:and|or|but|then|while|whereas|otherwise|plus|rather than|instead of)\b| [-–] (?!\d)/;
/** "C07, C12 and C15", "errors 11 and 18": what is said of one of a list is said of all; "M1, F2" is no list. */
const JOINS = "(?:,? (?:and|or)|,) ";
const LIST = new RegExp(
  `(?<=\\b(\\p{Lu}{1,3})-?\\d{1,5}(?:\\/\\p{Lu})?)${JOINS}(?=\\1-?\\d)|(?<=\\p{L}s \\d{1,4})${JOINS}(?=\\d{1,4}\\b(?![.,]\\d))`,
  "gu",
);
/** "In frozen timber, use": words that a sentence begins with belong to its first clause. */
const OPENING = /^((?:in|on|with|for|at|under|without|during|from|to|by) [^,:;\d]{1,60}), /i;
/** "20 oz (HL-10 and each drive of the HL-16)": the words in brackets name the variants of the value before them. */
const NAMES = /\((?:[^()\d]|(?<=[\p{L}-]|\p{L} )\d{1,4}(?![.,]\d| ?[%°]| \p{Ll}{1,3}\b)){1,60}\)/gu;
/** They are read as spaces: the words in brackets say more about the words before them. */
const BRACKETS = /[()]/g;
/** "Flow 0.5 l/min (NH3: 1.0 l/min)": what is different in a case that is named is a clause of its own. */
const CASE = /\(([^():]{1,40}): ([^():]{0,40}\d[^():]{0,40})\)/g;
/** "(6 and 8 in.)" are two sizes of one value. */
const SIZES = /(?<=\(\d{1,4}) (?:and|or|,) (?=\d{1,4} [^()]{0,12}\))/g;
/** The two ends of a range, and of what is measured, belong together. */
const BETWEEN = /\bbetween (.{1,24}?) and /gi;
/** A letter that is a name: "terminal N", "the X axis". */
const LETTER = /(?<![\p{L}\p{N}'-])[B-HJ-Z](?![\p{L}\p{N}'])/gu;

/** "Every 6 months" and "6 months" say the same. */
const [EVERY] = wordsOf("every");

/** What the two places of a claim and of a passage may have in common: "$" begins a name, "#" a figure. */
export function marksOf(text: string): Set<string> {
  return placeOf(text).marks as Set<string>;
}

const placeOf = perText((text): Place => {
  const { quantities, codes, rest } = factsOf(text);
  const words = [...wordsOf(rest)];
  const numbers = [
    ...words.flatMap((word) => NUMBER_WORDS.get(word) ?? []),
    ...quantities.map(({ value }) => value),
  ];
  const marks = new Set([
    ...words.filter((word) => word !== EVERY && !NUMBER_WORDS.has(word)),
    ...codes.flatMap(({ code, stems }) => [code, ...stems].map((each) => `$${each}`)),
    ...(rest.match(LETTER) ?? []).map((letter) => `$${letter}`),
    ...numbers.map((value) => `#${value}`),
    ...quantities.flatMap((each) => (each.unit ? [amountOf(each.value, each.unit)] : [])),
  ]);
  return { marks, quantities, codes };
});

function amountOf(value: number, unit: Unit): string {
  const factor = unit.factor * (unit.dimension === "days" ? 86_400 : 1);
  return `#${dimensionOf(unit)} ${(value * factor).toPrecision(6)}`;
}

/** Days and seconds are compared. */
export function dimensionOf(unit: Unit | null): string {
  return unit === null ? "" : unit.dimension === "days" ? "time" : unit.dimension;
}

/** Whether a place has a mark of a claim. */
export function hasMark(marks: ReadonlySet<string>, mark: string): boolean {
  return /^[#$]/.test(mark) ? marks.has(mark) : hasWord(marks, mark);
}

/** The clauses of a sentence, in their order. */
export const clausesOf = perText((text): Place[] =>
  text
    .replace(BETWEEN, "between $1 to ")
    .replace(CASE, ", $1 $2,")
    .replace(SIZES, " ")
    .replace(NAMES, (names) => names.replace(/,|\b(?:and|or)\b/g, " "))
    .replace(BRACKETS, " ")
    .replace(OPENING, "$1 ")
    .replace(LIST, " ")
    .split(ENDS)
    .map(placeOf)
    .filter(({ marks }) => marks.size > 0),
);

/** The places of a passage, in their order. */
export const placesOf = perPassage(({ windows }): PassagePlace[] => {
  let sentence = -1;
  return windows.flatMap(({ text, head, line }): PassagePlace[] => {
    if (text.includes("\t")) {
      sentence += 1;
      return cellsOf(text, head).map((cell) => ({ ...cell, sentence, line }));
    }
    return text.split(/;(?= |$)/).flatMap((part) => {
      sentence += 1;
      const own = { head: new Set<string>(), sentence, line, cell: null, isLabel: false };
      return clausesOf(part).map((clause) => ({ ...clause, ...own }));
    });
  });
});

type Cell = Place & Pick<PassagePlace, "head" | "cell" | "isLabel">;

function cellsOf(text: string, headText: string): Cell[] {
  const cells = text.split("\t");
  const heads = headText.split("\t");
  const label = cells[0] ?? "";
  const isList = cells.some((cell, at) => at > 0 && alternativesIn(cell, label) !== null);
  return cells.flatMap((cell, at): Cell[] => {
    const hasHead = heads.length === cells.length && headText !== text;
    const head: ReadonlySet<string> = hasHead ? marksOf(heads[at] ?? "") : new Set();
    if (at === 0) {
      // "112" is the number of a row, as of an alarm.
      const isNumber = /^\s*\d+\s*$/.test(cell);
      const named = hasHead && isNumber ? `${heads[0]} ${cell}` : cell;
      const place = placeOf(isList ? "" : named);
      const codes = isNumber ? placeOf(`code ${cell.trim()}`).codes : place.codes;
      return [{ ...place, codes, head, cell: at, isLabel: true }];
    }
    const alternatives =
      alternativesIn(cell, label) ?? (hasHead ? alternativesIn(cell, heads[at] ?? "") : null);
    const parts =
      alternatives?.map(({ name, value }) => `${name}: ${value}`) ?? cell.split(/[,;](?= )/);
    return parts.map((part) => ({ ...placeOf(part), head, cell: at, isLabel: false }));
  });
}
