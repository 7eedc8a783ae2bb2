import { boxAround, distinct, median } from "./geometry.ts";
import { type Line, lineBox } from "./lines.ts";
import type { Part } from "./parts.ts";

/** The end of "Filters, 12, 40-42". */
const PAGES = /, \d{1,4}([-–]\d{1,4})?$/;
const FEWEST_ENTRIES = 5;

/** Whether two sides are columns to be read one after the other, and not columns of a table. */
export function areColumns(left: readonly Part[], right: readonly Part[]): boolean {
  const blocks = [left, right].map(
    (side) => writtenHeight(side.filter(({ kind }) => kind !== "line")) / writtenHeight(side),
  );
  if (blocks.some((share) => share > 0.5)) return true;
  const [one, other] = [measureSide(left), measureSide(right)];
  const few = Math.min(one.lines.length, other.lines.length);
  const level = levelShare(one.lines, other.lines);
  // A lone label beside text, and not a value beside its name.
  if (few < 2) return level === 0 && (one.isProse || other.isProse);
  const turns = countTurns(one.lines, other.lines) / (2 * few);
  const isDrawnApart = turns <= 1 / few;
  if (isDrawnApart && isIndex(one.lines) && isIndex(other.lines)) return true;
  if (level >= 0.9 && (one.isTable || other.isTable)) return false;
  // A listing of a program with remarks at its right.
  const isListing = [...one.lines, ...other.lines].every(isMonospaced);
  if (isListing && level >= 0.9 && turns > 0.8) return false;
  if (one.isProse && other.isProse) {
    return !shareRows(one.lines, other.lines) || (isDrawnApart && areAlike(one.lines, other.lines));
  }
  if (level < 0.5) return true;
  const isWordy = Math.min(one.letters, other.letters) >= 14;
  return isDrawnApart && isWordy && few > 2 && (one.isProse || other.isProse || level < 0.9);
}

interface Side {
  lines: Line[];
  /** Average number of letters in a line. */
  letters: number;
  /** Whether most heights have several pieces that are no columns of text. */
  isTable: boolean;
  /** Whether most lines are as long as the column is wide. */
  isProse: boolean;
}

function measureSide(parts: readonly Part[]): Side {
  const lines = parts.flatMap((part) => (part.kind === "line" ? [part.line] : []));
  const heights = new Set(lines.map(({ y }) => Math.round(y))).size;
  const isWide = lines.length > 1.5 * heights;
  return {
    lines,
    letters: countLetters(lines),
    isProse: isProse(lines),
    isTable: isWide && !groupByBegin(lines).every(isProse),
  };
}

/** Whether most lines end with numbers of pages, as the entries of an index do. */
function isIndex(lines: readonly Line[]): boolean {
  const entries = lines.filter(({ text }) => /\p{L}/u.test(text) && PAGES.test(text));
  return entries.length >= FEWEST_ENTRIES && entries.length > 0.6 * lines.length;
}

function isMonospaced({ runs }: Line): boolean {
  return runs.every((run) => run.isMonospaced);
}

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
  const columns = new Map<number, Line[]>();
  for (const line of lines) {
    const key = Math.round(line.x / 3);
    const column = columns.get(key);
    if (column === undefined) columns.set(key, [line]);
    else column.push(line);
  }
  return [...columns.values()].filter(({ length }) => length > 0.1 * lines.length);
}

/** How much of the shorter side stands on the same heights as lines of the other side. */
function levelShare(one: readonly Line[], other: readonly Line[]): number {
  return one.length <= other.length ? shareBeside(one, other) : shareBeside(other, one);
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

/**
 * Whether each paragraph is as long as the one beside it: by chance in columns of text, while the cells
 * of a table's row seldom have as many lines as each other in each row.
 */
function areAlike(one: readonly Line[], other: readonly Line[]): boolean {
  return Math.min(shareBeside(one, other), shareBeside(other, one)) >= 0.95;
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
