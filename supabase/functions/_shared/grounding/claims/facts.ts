import { stem } from "porter2";
import { type Code, codesIn, sizeOf } from "./codes.ts";
import { type Limit, limitAt } from "./limits.ts";
import { NUMBER_WORDS } from "./number-words.ts";
import { UNIT, type Unit, unitOf } from "./units.ts";

/** A number in a text, with its unit if it has one. */
export interface Quantity {
  /** As written: 1.5 of "1.5 bar". */
  value: number;
  unit: Unit | null;
  /** Spelt as a word and without a unit ("two of them"): counts where it is looked for, never as a claim. */
  isLoose: boolean;
  /** "least" for "at least 5" and "above 5", "most" for "at most 5" and "below 5"; null without such words. */
  limit: Limit | null;
  /** What it is divided by: a metre of "20 g per metre", a year of "5 g a year"; null without such words. */
  per: Unit | null;
  /** Of volts and amperes; null where the text does not say which. */
  current: "AC" | "DC" | null;
  /** Whether the word before it makes it a name: "terminal 9", "step 3". */
  isName: boolean;
  /** The stem of the word after it, if it has no unit: "screw" of "three screws". */
  counts: string | null;
  /** Where it stands in the text, in characters. */
  start: number;
  end: number;
}

export interface Facts {
  quantities: Quantity[];
  codes: Code[];
  /** The text with all of these blanked out. */
  rest: string;
}

/** More than the longest of these, in characters. */
const LONGEST_JOIN = 20;

/** "2 working days" are days, "ten full minutes" are minutes, "100 roasting hours" are hours. */
const BESIDE_UNIT =
  "(?:full |more |whole |consecutive |further |entire |calendar |engine |service |\\p{Ll}{2,14}ing )?";

const NUMBER = "\\d{1,9}(?:[.,]\\d{1,9}){0,3}";
const QUANTITY = new RegExp(
  `(?<![\\p{L}\\p{N}]|\\d[.,])(?:([-+])(?=\\d)|(?<=[\\p{L}\\p{N}])-)?(${NUMBER})(?:(?: |-)(\\d)\\/(\\d{1,2})(?!\\d)|\\/(\\d{1,4})(?!\\d|[.,]\\d))?(?:(?:[^\\S\\t]|-)?${BESIDE_UNIT}(${UNIT}))?`,
  "gu",
);
const WORD_QUANTITY = new RegExp(
  `(?<![\\p{L}\\p{N}])(${[...NUMBER_WORDS.keys(), "an?"].join("|")})(?:[ -]${BESIDE_UNIT}(${UNIT}))?(?![\\p{L}\\p{N}]|-\\p{L})`,
  "giu",
);
const PER = new RegExp(
  `^(?: (?:of (?:\\p{L}+ ){1,3})?(?:per|an?|each|every|for (?:each|every)) (?:1 )?|\\s?\\/\\s?)(${UNIT})`,
  "iu",
);
/** How far from a number its divisor may end, in characters. */
const LONGEST_PER = 60;
/** "terminals 9 and 10", "step 3": numbers that are names. */
const NAMED =
  /\b(?:terminals?|pins?|menus?|steps?|contacts?|connectors?|ports?|positions?|pages?|sections?|chapters?|figures?|tables?|items?|no\.?|numbers?|types?|class|keys?|buttons?|zones?|phases?|levels?|stages?|versions?|stations?|floors?|rows?|columns?|notes?|parameters?) (?:\d{1,4}(?:,| to| and| or|, and|, or|-)? ?){0,4}$/i;

/** How far before a number the words that make it a name may begin, in characters. */
const LONGEST_NAME = 40;

/** What stands between two numbers of one list or range: the unit after the last belongs to all. */
const JOINED =
  /^\s?(?:to|and|or|–|-|\/|,|, and|, or|\.\.\.?|,? ?(?:against|versus|instead of|rather than|compared (?:with|to)))\s?-?$/;

/** The numbers and codes of a text that `plainSigns` returned. */
export function factsOf(text: string): Facts {
  const { codes, rest: uncoded } = codesIn(text);
  const blank = (found: string) => " ".repeat(found.length);
  const quantities: Quantity[] = [];
  let rest = uncoded.replace(
    QUANTITY,
    (found, sign, number, over, under, second, spelling, at: number) => {
      let end = at + found.length;
      const unit = unitAt(spelling, uncoded.slice(end, end + 12));
      if (spelling !== undefined && unit === null) end -= String(spelling).length;
      const add = (value: number) =>
        quantities.push({
          value: sign === "-" ? -value : value,
          unit,
          isLoose: false,
          limit: null,
          per: null,
          current: null,
          counts: null,
          isName: false,
          start: at,
          end,
        });
      const value = numberOf(number);
      if (over !== undefined) {
        add(value + Number(over) / Number(under));
      } else if (second === undefined) {
        add(value);
      } else if (isFraction(number, second)) {
        add(Number(number) / Number(second));
        if (unit?.dimension === "inch") codes.push(sizeOf(`${number}/${second}`));
      } else {
        add(value);
        add(Number(second));
        if (unit?.dimension === "length") codes.push(sizeOf(`${number}/${second}`));
      }
      return blank(found.slice(0, end - at)) + found.slice(end - at);
    },
  );
  rest = rest.replace(WORD_QUANTITY, (found, word: string, spelling, at: number) => {
    // "One in four" are no inches.
    const unit = spelling === "in" ? null : unitAt(spelling, "");
    const article = /^an?$/i.test(word);
    if (article && unit === null) return found;
    const value = article ? 1 : (NUMBER_WORDS.get(word.toLowerCase()) ?? 0);
    quantities.push({
      value,
      unit,
      isLoose: article || unit === null,
      limit: null,
      per: null,
      current: null,
      counts: null,
      isName: false,
      start: at,
      end: at + found.length,
    });
    return blank(found);
  });
  quantities.sort((a, b) => a.start - b.start);
  shareUnits(quantities, text);
  for (const quantity of quantities) {
    quantity.limit = limitAt(text, quantity.start, quantity.end);
    quantity.per = perAt(text.slice(quantity.end, quantity.end + LONGEST_PER));
    quantity.current = currentAt(quantity, text);
    quantity.isName = NAMED.test(
      text.slice(Math.max(0, quantity.start - LONGEST_NAME), quantity.start),
    );
    if (quantity.unit === null)
      quantity.counts = countedAt(text.slice(quantity.end, quantity.end + 40));
  }
  return { quantities, codes, rest };
}

function perAt(after: string): Unit | null {
  const spelling = PER.exec(after)?.[1];
  return spelling === undefined ? null : unitOf(spelling);
}

/** "1000 V DC", and "V CC" of Spanish and French. */
function currentAt({ unit, end }: Quantity, text: string): Quantity["current"] {
  if (unit?.dimension !== "voltage" && unit?.dimension !== "current") return null;
  const [, kind] = /^\s?(AC|CA|DC|CC)(?![\p{L}\p{N}])/u.exec(text.slice(end, end + 4)) ?? [];
  if (kind === undefined) return null;
  return kind === "AC" || kind === "CA" ? "AC" : "DC";
}

/** The stem of the word that a number counts; null when none follows it. */
function countedAt(after: string): string | null {
  const [, word] =
    /^ times (?:the|its|their|that|as|this) (\p{Ll}{3,30})\b/u.exec(after) ??
    /^(?: or (?:more|fewer|less))? (\p{Ll}{3,30}s)\b/u.exec(after) ??
    [];
  return word === undefined ? null : stem(word);
}

/** "1/4" is a fraction, "208/230" are two numbers. */
function isFraction(over: string, under: string): boolean {
  return /^(?:2|3|4|8|16|32|64)$/.test(under) && Number(over) < Number(under);
}

function unitAt(spelling: string | undefined, after: string): Unit | null {
  if (spelling === undefined) return null;
  // The word "in" is an inch only where no place follows it: "1 in 100", "2 in the pan".
  if (
    spelling === "in" &&
    /^[^\S\t\n](?!and|or|for|to|line|pipe|w\.|per|at (?:least|most)|thick|wide|deep|long|high)[\p{L}\p{N}]/u.test(
      after,
    )
  )
    return null;
  return unitOf(spelling);
}

function numberOf(written: string): number {
  if (/^[1-9]\d{0,2}(?:\.\d{3}){2,}$/.test(written)) return Number(written.replaceAll(".", ""));
  if (/^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/.test(written))
    return Number(written.replaceAll(",", ""));
  return Number(written.replace(",", ".").replace(/(\..*?)[.,].*$/, "$1"));
}

/** Gives numbers without a unit the one that follows in the same list or range: "9.0 to 10.5 bar". */
function shareUnits(quantities: Quantity[], text: string): void {
  for (let place = quantities.length - 2; place >= 0; place--) {
    const [quantity, next] = [quantities[place], quantities[place + 1]];
    if (!quantity || !next || quantity.unit !== null || next.unit === null) continue;
    // "a two-storey one to 1.2 bar": nobody writes only one end of a range in words.
    if (/^\p{L}/u.test(text.slice(quantity.start)) !== /^\p{L}/u.test(text.slice(next.start)))
      continue;
    if (JOINED.test(text.slice(quantity.end, next.start).slice(0, LONGEST_JOIN))) {
      quantity.unit = next.unit;
      quantity.isLoose = false;
    }
  }
}
