import type { Box } from "./geometry.ts";
import type { Run } from "./page-content.ts";

/**
 * A piece of a line: text without a gap that could be between cells or columns. Where it stands
 * alone on its height, it is the whole line.
 */
export interface Line {
  text: string;
  x: number;
  y: number;
  /** The x position of its right end. */
  right: number;
  size: number;
  isBold: boolean;
  /** Its number in the order in which the page draws. */
  drawn: number;
  runs: readonly Run[];
}

/** Minimum gap between words, as a fraction of the letter height. */
const WORD_GAP = 0.15;
/** Minimum gap between columns, as a fraction of the letter height. */
const PIECE_GAP = 0.75;
/** The same where other text begins above or below at the same place. */
const COLUMN_GAP = 0.2;
/** A mark or number of a list entry or heading, and how far its text may be from it. */
const MARK =
  /^([•‣▪■●○◦►✓✔➢❖]|\(?\d{1,2}[.)]|(\d{1,2}|[A-Z])([.-]\d{1,2}){1,4}\.?|[A-Z]\.|[IVX]{1,5}\.)$/;
const MARK_GAP = 2.5;
/** So many other texts begin at the place of a column. */
const FEWEST_IN_COLUMN = 2;
/** How far above and below they are, in letter heights. */
const COLUMN_REACH = 5;
/** How many texts before and after one in the order of their heights are compared with it. */
const NEIGHBOURS = 40;
/**
 * A space between words of a font whose letters all have the same width, as a fraction of their
 * height.
 */
const MONOSPACED_GAP = 0.8;
/** The same for text that the page does not draw one after the other. */
const DRAWN_APART_GAP = 0.45;
/** A mark begins a new piece of text wherever it stands. */
const BULLET = /^\s*[•‣▪■●○◦►✓\u{f0b7}\u{f0a7}](\s|$)/u;
/**
 * How far above its line a power stands, and how small its letters are, as parts of the line's
 * letter height.
 */
const RAISED = 0.25;
const SMALL = 0.8;
const TEN = /(^|[^\d.,])10$/;
/** Maximum vertical distance of runs in one line, as a fraction of the letter height. */
const SAME_LINE = 0.5;

/**
 * Checks whether text begins at the same place in the lines above and below, and none of them goes
 * over that place.
 */
function columnTest(runs: readonly Run[]): (run: Run) => boolean {
  const sorted = runs.filter(({ text }) => text.trim() !== "").sort((a, b) => b.y - a.y);
  const places = new Map(sorted.map((run, at) => [run, at]));
  const known = new Map<Run, boolean>();
  return (run) => {
    const before = known.get(run);
    if (before !== undefined) return before;
    const at = places.get(run) ?? 0;
    const near = sorted
      .slice(Math.max(0, at - NEIGHBOURS), at + NEIGHBOURS)
      .filter((each) => each !== run && Math.abs(each.y - run.y) <= COLUMN_REACH * run.size);
    const starts = near.filter(({ x }) => Math.abs(x - run.x) <= 1.5);
    const isCrossed = near.some(
      ({ x, y, width, size }) =>
        x < run.x - 2 && x + width > run.x + 2 && Math.abs(y - run.y) <= 2 * size,
    );
    const isColumn = starts.length >= FEWEST_IN_COLUMN && !isCrossed;
    known.set(run, isColumn);
    return isColumn;
  };
}

interface OpenLine {
  texts: string[];
  x: number;
  y: number;
  right: number;
  size: number;
  bold: number;
  letters: number;
  drawn: number;
  runs: Run[];
}

/**
 * Joins a page's runs of text to pieces of lines: first runs that are drawn one after the other, then
 * runs that are next to each other on the page.
 */
export function joinRuns(runs: readonly Run[]): Line[] {
  const open: OpenLine[] = [];
  const isColumn = columnTest(runs);
  for (const [drawn, run] of runs.entries()) {
    if (run.text.trim() === "") continue;
    const line = open.at(-1);
    const isCell = isColumn(run) && line !== undefined && mayEndCell(line, run);
    const gap = isCell ? COLUMN_GAP : isListing(line, run) ? MONOSPACED_GAP : PIECE_GAP;
    if (line !== undefined && continues(line, run, gap)) append(line, run);
    else open.push(begin(run, drawn));
  }
  return joinedAcross(open, isColumn).flatMap((line) => {
    const text = tidy(line.texts.join(""));
    const { x, y, right, size, drawn, runs: own } = line;
    return text === ""
      ? []
      : [{ text, x, y, right, size, drawn, runs: own, isBold: line.bold > 0.8 * line.letters }];
  });
}

/** The height that a line takes: from below its letters to above them. */
export function lineBox({ x, right, y, size }: Line): Box {
  return { left: x, right, bottom: y - 0.25 * size, top: y + 0.8 * size };
}

function continues(line: OpenLine, run: Run, gap: number): boolean {
  const size = Math.max(line.size, run.size);
  const near = Math.abs(run.y - line.y) <= SAME_LINE * size;
  if (BULLET.test(run.text) && run.x > line.right) return false;
  return near && run.x >= line.right - line.size && run.x - line.right <= gap * size;
}

/**
 * Whether a narrow gap after a line may end a cell: not in a list entry, and not in a listing of a
 * program.
 */
function mayEndCell(line: OpenLine, next: Run): boolean {
  const gap = (next.x - line.right) / Math.max(line.size, next.size);
  return !BULLET.test(line.texts[0] ?? "") && !(isListing(line, next) && gap <= MONOSPACED_GAP);
}

function isListing(line: OpenLine | undefined, next: Run): boolean {
  return line?.runs.at(-1)?.isMonospaced === true && next.isMonospaced;
}

function append(line: OpenLine, run: Run): void {
  const gap = (run.x - line.right) / Math.max(line.size, run.size);
  line.texts.push(isPower(line, run) ? "^" : gap > WORD_GAP ? " " : "", run.text);
  line.right = Math.max(line.right, run.x + run.width);
  // With superscript or subscript, the line has the larger size and the height of its letters.
  if (run.size > line.size) [line.size, line.y] = [run.size, run.y];
  count(line, run);
}

/**
 * Whether a run is the small raised figure of a power of ten, which would be another number without
 * a mark.
 */
function isPower(line: OpenLine, { text, y, size }: Run): boolean {
  const isRaised = y - line.y >= RAISED * line.size && size <= SMALL * line.size;
  return isRaised && /^[−-]|^\d{1,2}$/.test(text.trim()) && TEN.test(line.texts.slice(-3).join(""));
}

function begin(run: Run, drawn: number): OpenLine {
  const { text, x, y, width, size } = run;
  const line: OpenLine = {
    texts: [text],
    x,
    y,
    right: x + width,
    size,
    bold: 0,
    letters: 0,
    drawn,
    runs: [],
  };
  count(line, run);
  return line;
}

function count(line: OpenLine, run: Run): void {
  const { text, isBold } = run;
  line.runs.push(run);
  const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  line.letters += letters;
  if (isBold) line.bold += letters;
}

/** Joins pieces that stand beside each other although the page draws something else between. */
function joinedAcross(open: readonly OpenLine[], isColumn: (run: Run) => boolean): OpenLine[] {
  const sorted = [...open].sort((a, b) => b.y - a.y || a.x - b.x);
  const rows: OpenLine[][] = [];
  for (const line of sorted) {
    const row = rows.at(-1);
    const above = row?.[0];
    if (above !== undefined && above.y - line.y <= 0.25 * Math.min(above.size, line.size)) {
      row?.push(line);
    } else rows.push([line]);
  }
  return rows.flatMap((row) => {
    const joined: OpenLine[] = [];
    for (const line of row.sort((a, b) => a.x - b.x)) {
      const last = joined.at(-1);
      const [first] = line.runs;
      const isMarked = last !== undefined && MARK.test(last.texts.join("").trim());
      const isCell = first && isColumn(first) && last && mayEndCell(last, first);
      const apart = isCell === true ? COLUMN_GAP : DRAWN_APART_GAP;
      const most = isMarked ? MARK_GAP : apart;
      const gap = last === undefined ? Infinity : line.x - last.right;
      const size = Math.max(last?.size ?? 0, line.size);
      // Text that is drawn twice, as a shadow, does not continue itself.
      if (last !== undefined && gap <= most * size && gap >= -0.3 * size) {
        last.texts.push(gap > WORD_GAP * size ? " " : "", ...line.texts);
        last.right = Math.max(last.right, line.right);
        last.size = size;
        last.runs.push(...line.runs);
        last.bold += line.bold;
        last.letters += line.letters;
        last.drawn = Math.min(last.drawn, line.drawn);
      } else joined.push(line);
    }
    return joined;
  });
}

function tidy(text: string): string {
  return (
    text
      // Bullets of symbol fonts are private-use characters in Unicode.
      .replaceAll(/\p{Co}/gu, "•")
      .replaceAll(/\s+/g, " ")
      .trim()
  );
}
