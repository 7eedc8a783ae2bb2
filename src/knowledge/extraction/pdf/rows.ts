import type { Part } from "./columns.ts";
import { distinct, median } from "./geometry.ts";
import { LEADER } from "./headings.ts";
import { groupByHeight, joinPieces, LINE_GAP, type Line } from "./lines.ts";
import type { Table } from "./tables.ts";
import { withoutWideSpaces } from "./wide-spaces.ts";

/** The content of a column at one height. */
export type Row =
  | { kind: "line"; line: Line }
  /** Cells of a table without lines between them. */
  | { kind: "cells"; cells: Line[][]; isBold: boolean }
  | { kind: "table"; table: Table };

/** A mark or a number that begins a list entry or a numbered heading. */
const MARK =
  /^([-*•‣▪■●○◦–►✓✔➢❖o]|\(?\d{1,2}[.)]|\(?[a-z][.)]|\d{1,2}(\.\d{1,2}){0,4}\.?|[A-Z]\.|[IVX]{1,5}\.)$/;
/** Lines of one cell are at least so far from each other, in letter heights. */
const OVERLAP = 0.8;
/** Rows of a table are at most so far from each other, in letter heights. */
const ROW_GAP = 3.5;
/** The space between a term and the text on its line is at most so wide, in letter heights. */
const RUN_IN_GAP = 2.5;
/** The number of a page. */
const PAGE = /^(\d+|[ivxl]+)$/;
/** The number of a formula at the margin: "(2.6)", "(B1)", "(6a)". */
const FORMULA_NUMBER = /^\(([A-Z]\.?)?\d{1,3}([.-]\d{1,3})*[a-z]?[′']?\)$/;
/** Signs that only formulas have in most texts. */
const SIGN = /[=<>≤≥≈≠≃∼∝→⇒∈±×∑∏∫√∂∇∞α-ωΓΔΘΛΞΠΣΦΨΩ]/u;
/** The most lines of a cell. */
const TALLEST_CELL = 30;
/** A table of print has fewer columns; text at more places is read line by line. */
const MOST_COLUMNS = 100;

/** Joins the parts of a column to lines, and to rows of tables. */
export function joinRows(parts: readonly Part[]): Row[] {
  const rows: Row[] = [];
  let open: Line[] = [];
  const close = () => {
    const levels = withoutWideSpaces(groupByHeight(open, 0.3));
    rows.push(...linesAndCells(levels.map((level) => withFormulaNumber(withMarks(level)))));
    open = [];
  };
  for (const part of parts.toSorted((a, b) => topEdge(b) - topEdge(a))) {
    if (part.kind === "line") open.push(part.line);
    if (part.kind !== "table") continue;
    close();
    rows.push({ kind: "table", table: part.table });
  }
  close();
  return rows;
}

function topEdge(part: Part): number {
  return part.kind === "line" ? part.line.y : part.box.top;
}

/** Joins a mark or number to the text that it belongs to. */
function withMarks(lines: readonly Line[]): Line[] {
  const joined: Line[] = [];
  for (const line of lines) {
    const last = joined.at(-1);
    const gap = last === undefined ? 0 : (line.x - last.right) / line.size;
    // A bare number beside several cells is a cell.
    const isMark = lines.length === 2 || !/^\d+$/.test(last?.text ?? "");
    if (last !== undefined && isMark && MARK.test(last.text) && gap < 6 && gap > -0.5) {
      joined[joined.length - 1] = {
        ...line,
        // Word draws the mark of the second level as a letter.
        text: `${last.text === "o" ? "•" : last.text} ${line.text}`,
        x: last.x,
        size: Math.max(last.size, line.size),
        isBold: line.isBold,
      };
    } else joined.push(line);
  }
  return joined;
}

/**
 * Joins a formula to its number at the margin, which would be a cell beside it.
 * @param lines the pieces at one height, from left to right
 */
function withFormulaNumber(lines: readonly Line[]): Line[] {
  const [first, ...more] = lines;
  const formula = lines.slice(0, -1);
  const isNumbered =
    FORMULA_NUMBER.test(more.at(-1)?.text ?? "") &&
    formula.some(({ text }) => SIGN.test(text)) &&
    !formula.some(({ runs }) => runs.some((run) => run.isMonospaced));
  return first !== undefined && isNumbered ? [joinPieces(first, more)] : [...lines];
}

function linesAndCells(levels: readonly Line[][]): Row[] {
  const rows: Row[] = [];
  for (let at = 0; at < levels.length; ) {
    const level = levels[at] ?? [];
    const end = level.length > 1 ? endOfTable(levels, at) : at + 1;
    const whole = level.length > 1 ? runInLine(level, levels[at + 1]) : level[0];
    if (end > at + 1) rows.push(...buildTableRows(levels.slice(at, end)));
    else if (whole) rows.push({ kind: "line", line: whole });
    else rows.push(toRow(level.map((line) => [line])));
    at = end;
  }
  return rows;
}

/** The line of a term and its text, if that goes on below the space between them, unlike a cell. */
function runInLine(level: readonly Line[], below: readonly Line[] = []): Line | null {
  const [term, text] = level;
  const [next] = below;
  if (term === undefined || text === undefined || next === undefined) return null;
  if (level.length > 2 || below.length > 1 || text.x - term.right > RUN_IN_GAP * text.size) {
    return null;
  }
  const size = Math.max(text.size, next.size);
  const isNext = term.y - next.y <= LINE_GAP * size;
  const goesBelow = next.x < text.x - size && next.right > text.x + RUN_IN_GAP * size;
  return isNext && goesBelow ? joinPieces(term, [text]) : null;
}

/** The number of the level after the table that begins at `from`. */
function endOfTable(levels: readonly Line[][], from: number): number {
  let end = from + 1;
  for (; end < levels.length; end += 1) {
    const level = levels[end] ?? [];
    const [line] = level;
    const above = levels[end - 1]?.[0];
    if (line === undefined || above === undefined) break;
    const gap = (above.y - line.y) / Math.max(line.size, above.size);
    const most = level.length > 1 || overlapsNext(levels, end) ? ROW_GAP : LINE_GAP;
    if (gap > most || (level.length < 2 && !staysInColumn(line, levels, from, end))) break;
  }
  return end;
}

/** Whether the next cells stand beside this line, and not below it. */
function overlapsNext(levels: readonly Line[][], at: number): boolean {
  const [line, next] = [levels[at]?.[0], levels[at + 1]?.[0]];
  return line !== undefined && next !== undefined && line.y - next.y < OVERLAP * line.size;
}

/** Whether a lone line of a table stays in a column of the rows above. */
function staysInColumn(line: Line, levels: readonly Line[][], from: number, end: number): boolean {
  for (let at = end - 1; at >= Math.max(from, end - TALLEST_CELL); at -= 1) {
    const level = levels[at] ?? [];
    if (level.length < 2) continue;
    const column = level.findLastIndex(({ x }) => x <= line.x + line.size);
    const next = level[column + 1];
    if (column === -1) continue;
    return next === undefined ? column > 0 : line.right < next.x;
  }
  return false;
}

/** The rows of a table: their lines are closer to each other than the rows are. */
function buildTableRows(levels: readonly Line[][]): Row[] {
  const columns = findColumnStarts(levels);
  if (columns.length > MOST_COLUMNS)
    return levels.map((level) => toRow(level.map((line) => [line])));
  const gaps = levels.slice(1).map((level, at) => (levels[at]?.[0]?.y ?? 0) - (level[0]?.y ?? 0));
  const size = median(levels.flat().map((line) => line.size));
  // Lines that are nearer stand beside each other, as a cell in the middle of a taller one.
  const whole = gaps.filter((gap) => gap >= OVERLAP * size);
  const close = median(whole.filter((gap) => gap <= 1.3 * Math.min(...whole)));
  const below = levels.slice(1).filter((_, at) => (gaps[at] ?? 0) <= 1.1 * close);
  // The second line of a row seldom has something in each column.
  const isWrapped =
    below.filter(({ length }) => length >= columns.length).length < 0.5 * below.length;
  const areApart = isWrapped && whole.some((gap) => gap > 1.25 * close);
  const isContents = levels.filter(leads).length > 0.5 * levels.length;
  const rows: Line[][][] = [];
  for (const [at, level] of levels.entries()) {
    const row = rows.at(-1);
    const gap = gaps[at - 1] ?? Infinity;
    const begins = isContents
      ? endsEntry(levels[at - 1])
      : areApart
        ? gap > 1.25 * close
        : overlapsNext(levels, at) ||
          // The lines of a cell are not so far from each other.
          (level.length > 1 && gap >= 2 * size) ||
          level.some((line) => columnAt(columns, line) === 0);
    if (row === undefined || (begins && gap >= OVERLAP * size)) rows.push(columns.map(() => []));
    for (const line of level) rows.at(-1)?.[columnAt(columns, line)]?.push(line);
  }
  return rows.map((cells) => toRow(isContents ? contentsEntry(cells.flat()) : cells));
}

/** The title of an entry of a table of contents, and its page. */
function contentsEntry(lines: readonly Line[]): Line[][] {
  const last = lines.at(-1);
  if (last === undefined || !PAGE.test(last.text)) return [[...lines]];
  return [lines.slice(0, -1), [last]];
}

/** Whether a level has the dots of a table of contents. */
function leads(level: readonly Line[]): boolean {
  return level.some(({ text }) => LEADER.test(text));
}

/** Whether a level ends an entry of a table of contents: with dots, or with the number of a page. */
function endsEntry(level: readonly Line[] = []): boolean {
  return leads(level) || /(^|[.\s])(\d+|[ivxl]+)$/.test(level.at(-1)?.text ?? "");
}

function toRow(cells: Line[][]): Row {
  const lines = cells.flat();
  return { kind: "cells", cells, isBold: lines.every(({ isBold }) => isBold) };
}

/** Where the columns of a table begin: at spaces that no row but a title goes over. */
function findColumnStarts(levels: readonly Line[][]): number[] {
  const lines = levels.filter((level) => level.length > 1).flat();
  const sorted = [...lines].sort((a, b) => a.x - b.x);
  const starts: number[] = [];
  let right = -Infinity;
  for (const line of sorted) {
    if (line.x > right + 0.3 * line.size) starts.push(line.x);
    right = Math.max(right, line.right);
  }
  if (starts.length > MOST_COLUMNS) return starts;
  const often = oftenBegun(levels);
  if (starts.length > 1 && starts.length >= often.length) return starts;
  return often.length > 1 ? often : starts;
}

/** Where the lines of at least half of the rows begin. */
function oftenBegun(levels: readonly Line[][]): number[] {
  const rows = levels.filter((level) => level.length > 1);
  const begins = rows.flatMap((row) => row.map(({ x }) => x)).sort((a, b) => a - b);
  let [from, to] = [0, 0];
  return distinct(begins, 2).filter((x) => {
    while ((begins[from] ?? Infinity) < x - 0.5) from += 1;
    while ((begins[to] ?? Infinity) <= x + 4) to += 1;
    return to - from >= Math.max(2, 0.5 * rows.length);
  });
}

function columnAt(columns: readonly number[], line: Line): number {
  return Math.max(
    0,
    columns.findLastIndex((x) => x <= line.x + line.size),
  );
}
