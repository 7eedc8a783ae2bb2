import { unitOf } from "./units.ts";

/**
 * A unit at the end of a head: "Torque (Nm)", "Pressure [bar]", "Length, mm", "Flow / l/min", "Weight in kg", "Power kW".
 * One letter may be a name, and "min" the least value.
 */
const UNIT_OF_HEAD =
  /(?:[([]([^()[\]]{1,12})[)\]]|(?:,|\s\/|\sin)\s([^\s,]{1,12})|(?<![\d.,])\s(?!min$|in$)([^\s\d()[\]]{2,6}))\s*$/u;
const NUMBER = "[-+±<>≤≥~]{0,2}\\s?\\d[\\d.,]{0,9}";
/** A cell with numbers only: "25", "-20", "8-12", "1.5 / 2.0". */
const NUMBERS = new RegExp(`^${NUMBER}(?:\\s?(?:-|–|/|to|\\.\\.\\.|…)\\s?${NUMBER}){0,3}$`, "u");

/**
 * The lines of a passage, in which each number of a table has the unit that its column's head, or the first cell of
 * its row, names for it. Manuals seldom write the unit in each cell, and an answer does write it.
 * @param heads for each line the head of its table, -1 for none
 */
export function withHeadUnits(lines: readonly string[], heads: readonly number[]): string[] {
  return lines.map((line, at) => {
    const cells = line.split("\t");
    if (cells.length < 2) return line;
    const head = heads[at] === at ? [] : (lines[heads[at] ?? -1] ?? "").split("\t");
    const columns = head.length === cells.length ? head.map(unitOfHead) : [];
    const row = unitOfHead(cells[0] ?? "");
    return cells
      .map((cell, place) => {
        const unit = columns[place] ?? (place === 0 ? null : row);
        return unit && NUMBERS.test(cell.trim()) ? `${cell.trimEnd()} ${unit}` : cell;
      })
      .join("\t");
  });
}

function unitOfHead(head: string): string | null {
  const [, bracketed, after, last] = UNIT_OF_HEAD.exec(head) ?? [];
  const spelling = (bracketed ?? after ?? last ?? "").trim();
  return spelling !== "" && unitOf(spelling) !== null ? spelling : null;
}
