import { unitOf } from "./units.ts";

/**
 * A unit at the end of a head: "Torque (Nm)", "Pressure [bar]", "Length, mm", "Flow / l/min", "Weight in kg", "Power kW",
 * "Hours", "Gas (g ±15)", "kg per metre".
 * One letter may be a name, unless it is a small one after a word, as in "Reach m"; "min" may be the least value.
 */
const UNIT_OF_HEAD =
  /(?:[([]([^()[\]±]{1,12}?)(?:\s?±\s?\d[\d.,]{0,5})?[)\]]|(?:,|\s\/|\sin)\s([^\s,]{1,12})|(?<![\d.,])\s(?!min$|in$)([^\s\d()[\]][^\s()[\]]{1,7}|(?<=\p{L}{4}\s|\p{L}{3}\.\s)[mshgtlL]))\s*$/u;
const NUMBER = "[-+±<>≤≥~]{0,2}\\s?\\d[\\d.,]{0,9}(?:-\\d/\\d{1,2})?";
/** A cell with numbers only: "25", "-20", "8-12", "1.5 / 2.0", also for five sizes. */
const NUMBERS = new RegExp(`^${NUMBER}(?:\\s?(?:-|–|/|x|to|\\.\\.\\.|…)\\s?${NUMBER}){0,4}$`, "u");

/** "20-150 mbar", "-18 to -5 °C" */
const RANGE = new RegExp(
  `^${NUMBER}\\s?(?:-|–|to|\\.\\.\\.|…)\\s?${NUMBER}(?:\\s(\\D{1,12})|(\\D{2,12}))$`,
  "u",
);

/** "Pressure psi (bar)", or "Pressure bar (in use)", and "150 (10.3)" below it. */
const TWO_UNITS = /\s([^\s()]{1,8})\s?\(([^()]{1,12})\)\s*$/;
const TWO_NUMBERS = new RegExp(`^(${NUMBER})\\s?\\((${NUMBER})\\)$`, "u");

/** "All dimensions in mm", above a table. */
const UNIT_OF_ALL = /\b(?:all|every)\b[^.\t]{1,40}\s(?:in|en)\s([^\s,.;]{1,12})/iu;

/**
 * The lines of a passage, in which each number of a table has the unit that its column's head, or the first cell of
 * its row, names for it, or the range of a setting, a column of units or a sentence about all numbers has. Manuals seldom write the unit in each cell,
 * and an answer does write it.
 * @param heads for each line the head of its table, -1 for none
 */
export function withHeadUnits(lines: readonly string[], heads: readonly number[]): string[] {
  let ofAll: string | null = null;
  return lines.map((line, at) => {
    const cells = line.split("\t");
    if (cells.length < 2) {
      const [, spelling = ""] = UNIT_OF_ALL.exec(line) ?? [];
      if (unitOf(spelling) !== null) ofAll = spelling;
      return line;
    }
    const head = heads[at] === at ? [] : (lines[heads[at] ?? -1] ?? "").split("\t");
    const columns = head.length === cells.length ? head.map(unitOfHead) : [];
    const row = unitOfHead(cells[0] ?? "") ?? unitOfRange(cells) ?? unitCell(cells, head) ?? ofAll;
    return cells
      .map((cell, place) => {
        const both = columns.length > 0 ? withTwoUnits(cell, head[place] ?? "") : null;
        if (both !== null) return both;
        const unit = columns[place] ?? (place === 0 ? null : row);
        return unit && NUMBERS.test(cell.trim()) ? `${cell.trimEnd()} ${unit}` : cell;
      })
      .join("\t");
  });
}

/** A cell of two numbers, the second in brackets, with the unit or the units of its head; null for any other. */
function withTwoUnits(cell: string, head: string): string | null {
  const [, first, second] = TWO_NUMBERS.exec(cell.trim()) ?? [];
  if (first === undefined) return null;
  const [, unit = "", other = ""] = TWO_UNITS.exec(head) ?? [];
  if (unitOf(unit) !== null && unitOf(other) !== null)
    return `${first} ${unit} (${second} ${other})`;
  const both = unitOfHead(head);
  return both === null ? null : `${first} ${both} (${second} ${both})`;
}

/** The unit of the range in a row: "14 | least pressure | 20-150 mbar | 60"; null without one, or with two. */
function unitOfRange(cells: readonly string[]): string | null {
  const spellings = new Set(
    cells.flatMap((cell) => {
      const [, apart, joined] = RANGE.exec(cell.trim()) ?? [];
      return (apart ?? joined)?.trim() ?? [];
    }),
  );
  const [spelling = ""] = spellings;
  return spellings.size === 1 && unitOf(spelling) !== null ? spelling : null;
}

/** The head of a column of units. */
const UNITS = /^\s*(?:units?|einheit|unid\p{L}*|uds?|unite)(?!\p{L})/iu;

/** "V10 | vacuum | 43 | kPa": a cell that is a unit; one letter may be a name, unless its head says that it is one. */
function unitCell(cells: readonly string[], head: readonly string[]): string | null {
  const found = cells.find(
    (cell, at) =>
      at > 0 &&
      unitOf(cell.trim()) !== null &&
      (UNITS.test(head[at] ?? "") || (at > 1 && cell.trim().length > 1)),
  );
  return found?.trim() ?? null;
}

/** "Max. rpm (KR-22)" has the unit before the name of a model, "Use l/h 50 % / 75 % / 100 %" before its cases. */
const LAST_BRACKETS = /\s\([^()]{1,30}\)\s*$/;
const LAST_CASES = /\s(?:at |à |al? |bei )?\d{1,3}(?: ?%)?(?:\s?\/\s?\d{1,3}(?: ?%)?)+\s*:?\s*$/u;

function unitOfHead(head: string): string | null {
  return unitAtEnd(head) ?? unitAtEnd(head.replace(LAST_BRACKETS, "").replace(LAST_CASES, ""));
}

/** "Holes class A / B / C" */
const LETTERS = /(?:^|\s)\p{Lu} \/ \p{Lu}\s*$/u;

function unitAtEnd(head: string): string | null {
  if (LETTERS.test(head)) return null;
  const [, bracketed, after, last] = UNIT_OF_HEAD.exec(head) ?? [];
  const whole = /^\s*\p{L}{4,12}\s*$/u.test(head) ? head.toLowerCase() : null;
  const rate = /^\s*\p{L}{1,9} per \p{L}{1,9}\s*$/u.test(head) ? head : null;
  const spelling = (rate ?? bracketed ?? after ?? last ?? whole ?? "").trim().replace(/\.$/, "");
  return spelling !== "" && unitOf(spelling) !== null ? spelling : null;
}
