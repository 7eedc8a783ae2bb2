import { type Box, boxAround, distinct, groupBy, median } from "./geometry.ts";
import { type Line, lineBox } from "./lines.ts";
import type { Table } from "./tables.ts";

/** A part of a page that keeps its place as a whole. */
export type Part =
  | { kind: "line"; box: Box; line: Line }
  | { kind: "table"; box: Box; table: Table };

/** Whether two sides are columns to be read one after the other, and not columns of a table. */
export function areColumns(left: readonly Part[], right: readonly Part[]): boolean {
  const blocks = [left, right].map(
    (side) => writtenHeight(side.filter(({ kind }) => kind !== "line")) / writtenHeight(side),
  );
  if (blocks.some((share) => share > 0.5)) return true;
  const [one, other] = [measureSide(left), measureSide(right)];
  const few = Math.min(one.lines.length, other.lines.length);
  // How much of the shorter side stands on the same heights as lines of the other side.
  const level =
    one.lines.length <= other.lines.length
      ? shareBeside(one.lines, other.lines)
      : shareBeside(other.lines, one.lines);
  // A lone label beside text, and not a value beside its name.
  if (few < 2) return level === 0 && (one.isProse || other.isProse);
  const isDrawnApart = countTurns(one.lines, other.lines) <= 2;
  if (level >= 0.9 && (one.isTable || other.isTable)) return false;
  if (one.isProse && other.isProse) {
    if (!shareRows(one.lines, other.lines)) return true;
    // Each paragraph may be as long as the one beside it: by chance in columns of text, while the cells
    // of a table's row seldom have as many lines as each other in each row.
    const shares = [shareBeside(one.lines, other.lines), shareBeside(other.lines, one.lines)];
    return isDrawnApart && Math.min(...shares) >= 0.95;
  }
  if (level < 0.5) return true;
  const isWordy = Math.min(one.letters, other.letters) >= 14;
  return isDrawnApart && isWordy && few > 2 && (one.isProse || other.isProse || level < 0.9);
}

function measureSide(parts: readonly Part[]) {
  const lines = parts.flatMap((part) => (part.kind === "line" ? [part.line] : []));
  const heights = new Set(lines.map(({ y }) => Math.round(y))).size;
  // Most heights have several pieces, which are no columns of text.
  const isTable = lines.length > 1.5 * heights && !groupByBegin(lines).every(isProse);
  return { lines, letters: countLetters(lines), isProse: isProse(lines), isTable };
}

/** The average number of letters in a line. */
function countLetters(lines: readonly Line[]): number {
  return lines.reduce((sum, { text }) => sum + text.length, 0) / (lines.length || 1);
}

/** Whether most lines are as long as their column is wide. */
function isProse(lines: readonly Line[]): boolean {
  const box = boxAround(lines.map(lineBox));
  const width = box.right - box.left;
  const full = lines.filter(({ right }) => right >= box.right - 0.15 * width).length;
  return lines.length > 2 && countLetters(lines) >= 20 && full >= 0.35 * lines.length;
}

/** The lines that begin at the same place, if they are many. */
function groupByBegin(lines: readonly Line[]): Line[][] {
  return [...groupBy(lines, ({ x }) => Math.round(x / 3)).values()].filter(
    ({ length }) => length > 0.1 * lines.length,
  );
}

/** How many of the lines stand on the same heights as others. */
function shareBeside(lines: readonly Line[], others: readonly Line[]): number {
  const heights = new Set(others.map(({ y }) => Math.round(y)));
  const level = lines.filter(({ y }) => [-1, 0, 1].some((by) => heights.has(Math.round(y) + by)));
  return level.length / lines.length;
}

/** Whether both sides have gaps at the same heights, as the rows of a table have. */
function shareRows(one: readonly Line[], other: readonly Line[]): boolean {
  const [begins, others] = [heightsBelowGaps(one), heightsBelowGaps(other)];
  if (begins.length < 2 || others.length < 2) return false;
  const shared = begins.filter((y) => others.some((each) => Math.abs(each - y) <= 2));
  return shared.length >= 0.8 * Math.max(begins.length, others.length);
}

/** The heights of lines below a gap. */
function heightsBelowGaps(lines: readonly Line[]): number[] {
  const heights = distinct(
    lines.map(({ y }) => y),
    1,
  ).reverse();
  const gaps = heights.slice(1).map((y, at) => (heights[at] ?? y) - y);
  const usual = median(gaps);
  return heights.slice(1).filter((_, at) => (gaps[at] ?? 0) > 1.25 * usual);
}

/** How often drawing goes from one side to the other. */
function countTurns(one: readonly Line[], other: readonly Line[]): number {
  const all = [
    ...one.map(({ drawn }) => ({ drawn, side: 0 })),
    ...other.map(({ drawn }) => ({ drawn, side: 1 })),
  ].sort((a, b) => a.drawn - b.drawn);
  return all.filter(({ side }, at) => at > 0 && side !== all[at - 1]?.side).length;
}

/** The height of what is written in it. */
export function writtenHeight(parts: readonly Part[]): number {
  return parts.reduce((sum, { box }) => sum + box.top - box.bottom, 0);
}
