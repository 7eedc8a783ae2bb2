import { UNIT, UNIT_SYMBOL, unitOf } from "./units.ts";

/** A name of a device, a part, an error, a terminal, a size: "E-47" is E47, "HP-240/B" is HP240B. */
export interface Code {
  code: string;
  /**
   * The letters before the first figure ("HP"); "#" for part numbers, "/" for nominal sizes (3/8, 60/100) and ":" for
   * what is written like a code and names nothing: slopes, orders (1-3-4-2), lengths of screws (M8 x 40).
   */
  family: string;
  /** The code without its last parts: HP240 of HP-240/B. */
  stems: string[];
}

// A code begins with letters and has figures after them: E-47, HP-240/B, TH5, R-410A, X4:1. Three capitals at most may be
// parted from the figures by a space: UN 3252.
const CODE =
  /(?<![\p{L}\p{N}]|\p{L}\/)(?:\p{L}{1,6}-?\d{1,8}\p{L}{0,3}(?:[-/.](?:\p{L}{1,3}|\d{1,6})(?![\p{L}\p{N}])|:\d{1,3}(?![\p{L}\p{N}]|[.,]\d))?|\p{Lu}{2,4}-\p{Lu}{1,2}\d{0,2}|\p{Lu}{2,3} \d{1,5}(?:\.\d)?(?:\/\p{Lu})?(?![\p{L}\p{N}]|[.,]\d|[-–]\d))(?![\p{L}\p{N}])/gu;
/** "J-Y(St)Y": types of cables have letters alone. */
export const CABLE_TYPE = "\\p{Lu}{1,4}(?:-\\p{Lu}{1,3})?\\(\\p{L}{1,3}\\)\\p{Lu}{1,3}";
const CABLE = new RegExp(`(?<![\\p{L}\\p{N}])${CABLE_TYPE}(?![\\p{L}\\p{N}])`, "gu");
/** "every-3-months": words that are tied together; the name of a file may have "hp-240-manual". */
const COMPOUND = /^\p{Ll}{4,}-\d+-\p{Ll}$/u;
/** "DV-50/71": two sizes of one family. */
const TWO_SIZES = /^(\p{L}+-?)(\d{2,4})\/(\d{2,4})$/u;
/** "pre-1981" is a year with a prefix. */
const PREFIXED = /^(?:pre|post|non|mid|sub|over|under|top|max|min)-\d/i;
/** "192.168.7.1", "3.14.2": an address or a version; "1.234.567" is a number. */
const DOTTED =
  /(?<![\p{L}\p{N}.,])(?!\d{1,3}(?:\.\d{3}){1,2}(?!\.?\d))\d{1,4}(?:\.\d{1,4}){2,3}(?![\p{L}\p{N}]|\.\d)/gu;
/** How a serial line is set: "8E1". */
const SERIAL = /(?<![\p{L}\p{N}.,])[5-8][NEO][12](?![\p{L}\p{N}])/gu;
/** "error 47", "fault code 47": a code whose letter the writer left out. */
const ERROR_NUMBER =
  /\b(?:(?:error|fault|alarm)(?: code| number)?|code)[ #:]{0,2}(\d{1,4})(?!\d|[-.,]\d)/giu;

/** "menu 17": a number that is a name. */
const NAMED_NUMBER = new RegExp(
  `\\b(menu|level) (\\d{1,3})(?![\\d.,]?\\d| ?(?:${UNIT_SYMBOL})(?!\\p{L}))`,
  "giu",
);

/** A slope: "1 in 100". */
const RATIO = /(?<![\d.,])(\d{1,4}) in (\d{1,5})(?![\d.,])/g;
/** "2-8-4-4", keys to press; "1-3-4-2", an order. */
const ORDER = /(?<![\p{L}\p{N}.,/-])\d{1,4}(?:[-–]\d{1,4}){2,9}(?![\p{L}\p{N}/–-]|[.,]\d| ?%)/gu;
/** "M8 x 40", a screw and its length; other languages than English are read without the x. */
const SCREW =
  /(?<![\p{L}\p{N}])(M\d{1,2}) [x\u2060] (\d{1,3}(?:\.\d{1,2})?)(?![\p{L}\p{N}]|[.,]\d| x )/gu;

/** "240-4471", "4483-10"; "100-240 V" is a range, "2019-20" two years. */
const PART_NUMBER = new RegExp(
  `(?<![\\p{L}\\p{N}.,-])(?:\\d{2,6}-\\d{3,6}|(?!(?:19|20)\\d\\d-)\\d{4,6}-\\d\\d)(?![\\p{L}\\p{N}-]|[.,]\\d|[^\\S\\t]?${UNIT})`,
  "gu",
);
/** After "NTC 10", "REG 5" or "alarm: 800": the number is an amount and no part of a code. Not "RK 22 in the hall". */
const UNIT_AFTER = new RegExp(`^\\s?(?!in\\s)${UNIT}`, "u");
/** "Cable, AC 4 to 10 mm²"; "DC 55" alone is a model, and "LWP 9 to 15 m" tells of one. */
const CURRENT = /^(?:AC|DC) /;
const RANGE_AFTER = new RegExp(`^ (?:to|–|-) \\d[\\d.,]{0,5} ?${UNIT}`, "u");
/** Longer than any unit and the end of a range before it. */
const LONGEST_UNIT = 45;

/** The codes of a text, and the text with them blanked out. The figures of the family ":" stay: they may be looked for. */
export function codesIn(text: string): { codes: Code[]; rest: string } {
  const codes: Code[] = [];
  const blank = (found: string) => " ".repeat(found.length);
  const isAmount = (found: string, at: number) => {
    const after = text.slice(at + found.length, at + found.length + LONGEST_UNIT);
    return UNIT_AFTER.test(after) || (CURRENT.test(found) && RANGE_AFTER.test(after));
  };
  let rest = text.replace(CODE, (found, at: number) => {
    if (unitOf(found) !== null || PREFIXED.test(found)) return found;
    if (found.includes(" ") && isAmount(found, at)) return found;
    if (COMPOUND.test(text.slice(at, at + found.length + 2))) return found;
    codes.push(...(sizesOf(found) ?? [codeOf(found)]));
    return blank(found);
  });
  rest = rest.replace(CABLE, (found) => {
    codes.push(codeOf(found));
    return blank(found);
  });
  rest = rest.replace(DOTTED, (found) => {
    codes.push({ code: found, family: ".", stems: [] });
    return blank(found);
  });
  rest = rest.replace(SERIAL, (found) => {
    codes.push({ code: found, family: "serial", stems: [] });
    return blank(found);
  });
  rest = rest.replace(PART_NUMBER, (found) => {
    codes.push({ code: found.replace("-", ""), family: "#", stems: [] });
    return blank(found);
  });
  rest = rest.replace(ERROR_NUMBER, (found, number: string, at: number) => {
    if (isAmount(found, at)) return found;
    codes.push({ code: `*${number.padStart(2, "0")}`, family: "*", stems: [] });
    return found.replace(number, blank);
  });
  rest = rest.replace(NAMED_NUMBER, (found, name: string, number: string) => {
    codes.push({ code: `${name.toUpperCase()}${number}`, family: name.toUpperCase(), stems: [] });
    return blank(found);
  });
  for (const [, one, of] of rest.matchAll(RATIO)) codes.push(shapeOf(`${one}:${of}`));
  for (const [order] of rest.matchAll(ORDER)) codes.push(shapeOf(order.replaceAll("–", "-")));
  for (const [, thread, length] of text.matchAll(SCREW))
    codes.push(shapeOf(`${thread} x ${length}`));
  return { codes, rest };
}

function codeOf(found: string): Code {
  const parts = found.toUpperCase().split(/[-/. :]/);
  const stems = parts.map((_, index) => parts.slice(0, index + 1).join("")).slice(0, -1);
  const code = parts.join("");
  return {
    code,
    family: /^\p{L}+/u.exec(parts[0] ?? "")?.[0] ?? "",
    stems: stems.filter((stem) => /\d/.test(stem)),
  };
}

function sizesOf(found: string): Code[] | null {
  const [, name, first, second] = TWO_SIZES.exec(found) ?? [];
  if (first === undefined || second === undefined) return null;
  // "HP-240/12" is one name.
  if (second.length < first.length || second.length > first.length + 1) return null;
  return [first, second].map((size) => codeOf(`${name}${size}`));
}

function shapeOf(code: string): Code {
  return { code, family: ":", stems: [] };
}

/** A nominal size: "3/8", "60/100". */
export function sizeOf(size: string): Code {
  return { code: size, family: "/", stems: [] };
}
