import type { Box } from "./geometry.ts";
import type { Run } from "./page-content.ts";

/** A piece of a line: text without a gap that could be between cells or columns. */
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

/** A gap between lines that is larger than this ends a paragraph, in letter heights. */
export const LINE_GAP = 1.5;
/** Gaps within a line, in letter heights. */
const GAPS = {
  /** The least one between words. */
  word: 0.15,
  /** The widest one within a piece; also where other text begins above or below at the same place. */
  piece: 0.75,
  column: 0.2,
  /** The same in a font whose letters all have the same width, and in text that is drawn apart. */
  monospaced: 0.8,
  drawnApart: 0.45,
};
/** So many other texts begin at the place of a column, at most so many letter heights away. */
const COLUMN = { fewest: 2, reach: 5 };
/** How many texts before and after one in the order of their heights are compared with it. */
const NEIGHBOURS = 40;
/** A mark begins a new piece of text wherever it stands. */
const BULLET = /^\s*[•‣▪■●○◦►✓\u{f0b7}\u{f0a7}](\s|$)/u;
const TEN = /(^|[^\d.,])10$/;

/** Checks whether text begins at the same place above and below, and none goes over it. */
function columnTest(runs: readonly Run[]): (run: Run) => boolean {
  const sorted = runs.filter(({ text }) => text.trim() !== "").sort((a, b) => b.y - a.y);
  const places = new Map(sorted.map((run, at) => [run, at]));
  return (run) => {
    const at = places.get(run) ?? 0;
    const near = sorted
      .slice(Math.max(0, at - NEIGHBOURS), at + NEIGHBOURS)
      .filter((each) => each !== run && Math.abs(each.y - run.y) <= COLUMN.reach * run.size);
    const starts = near.filter(({ x }) => Math.abs(x - run.x) <= 1.5);
    const isCrossed = near.some(
      ({ x, y, width, size }) =>
        x < run.x - 2 && x + width > run.x + 2 && Math.abs(y - run.y) <= 2 * size,
    );
    return starts.length >= COLUMN.fewest && !isCrossed;
  };
}

interface OpenLine extends Omit<Line, "text" | "isBold"> {
  texts: string[];
  runs: Run[];
}

/** Joins runs to pieces of lines: runs drawn one after the other, then those beside each other. */
export function joinRuns(runs: readonly Run[]): Line[] {
  const open: OpenLine[] = [];
  const isColumn = columnTest(runs);
  for (const [drawn, run] of runs.entries()) {
    if (run.text.trim() === "") continue;
    const line = open.at(-1);
    const isCell = isColumn(run) && line !== undefined && mayEndCell(line, run);
    const gap = isCell ? GAPS.column : isListing(line, run) ? GAPS.monospaced : GAPS.piece;
    if (line !== undefined && continues(line, run, gap)) append(line, run);
    else {
      const { text, x, y, width, size } = run;
      open.push({ texts: [text], x, y, right: x + width, size, drawn, runs: [run] });
    }
  }
  return joinedAcross(open, isColumn).flatMap(({ texts, ...line }) => {
    // Bullets of symbol fonts are private-use characters in Unicode.
    const text = texts
      .join("")
      .replaceAll(/\p{Co}/gu, "•")
      .replaceAll(/\s+/g, " ")
      .trim();
    return text === "" ? [] : [{ ...line, text, isBold: areBold(line.runs) }];
  });
}

/** Groups pieces by their heights, from the top; those of one height go from left to right. */
export function groupByHeight<Piece extends { x: number; y: number; size: number }>(
  pieces: readonly Piece[],
  /** How far apart pieces of one height may stand, in letter heights. */
  near: number,
): Piece[][] {
  const levels: Piece[][] = [];
  for (const piece of pieces.toSorted((a, b) => b.y - a.y || a.x - b.x)) {
    const level = levels.at(-1);
    const first = level?.[0];
    const isLevel =
      first !== undefined && first.y - piece.y <= near * Math.min(first.size, piece.size);
    if (isLevel) level?.push(piece);
    else levels.push([piece]);
  }
  return levels.map((level) => level.sort((a, b) => a.x - b.x));
}

/** Pieces of one height as one line. */
export function joinPieces(first: Line, more: readonly Line[]): Line {
  const all = [first, ...more];
  return {
    ...first,
    text: all.map(({ text }) => text).join(" "),
    right: all.reduce((most, { right }) => Math.max(most, right), -Infinity),
    size: all.reduce((most, { size }) => Math.max(most, size), 0),
    isBold: all.every(({ isBold }) => isBold),
    runs: all.flatMap(({ runs }) => runs),
  };
}

/** The height that a line takes: from below its letters to above them. */
export function lineBox({ x, right, y, size }: Line): Box {
  return { left: x, right, bottom: y - 0.25 * size, top: y + 0.8 * size };
}

function continues(line: OpenLine, run: Run, gap: number): boolean {
  const size = Math.max(line.size, run.size);
  const near = Math.abs(run.y - line.y) <= 0.5 * size;
  if (BULLET.test(run.text) && run.x > line.right) return false;
  return near && run.x >= line.right - line.size && run.x - line.right <= gap * size;
}

/** Whether a narrow gap after a line may end a cell: not in list entries and listings. */
function mayEndCell(line: OpenLine, next: Run): boolean {
  const gap = (next.x - line.right) / Math.max(line.size, next.size);
  return !BULLET.test(line.texts[0] ?? "") && !(isListing(line, next) && gap <= GAPS.monospaced);
}

function isListing(line: OpenLine | undefined, next: Run): boolean {
  return line?.runs.at(-1)?.isMonospaced === true && next.isMonospaced;
}

function append(line: OpenLine, run: Run): void {
  const gap = (run.x - line.right) / Math.max(line.size, run.size);
  line.texts.push(isPower(line, run) ? "^" : gap > GAPS.word ? " " : "", run.text);
  line.right = Math.max(line.right, run.x + run.width);
  // With superscript or subscript, the line has the larger size and the height of its letters.
  if (run.size > line.size) [line.size, line.y] = [run.size, run.y];
  line.runs.push(run);
}

/** Whether a run is the raised power of a ten, which would be another number without a mark. */
function isPower(line: OpenLine, { text, y, size }: Run): boolean {
  const isRaised = y - line.y >= 0.25 * line.size && size <= 0.8 * line.size;
  return isRaised && /^[−-]|^\d{1,2}$/.test(text.trim()) && TEN.test(line.texts.slice(-3).join(""));
}

/** Whether most letters are bold. */
function areBold(runs: readonly Run[]): boolean {
  let [bold, all] = [0, 0];
  for (const { text, isBold } of runs) {
    const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
    all += letters;
    if (isBold) bold += letters;
  }
  return bold > 0.8 * all;
}

/** Joins pieces that stand beside each other although the page draws something else between. */
function joinedAcross(open: readonly OpenLine[], isColumn: (run: Run) => boolean): OpenLine[] {
  return groupByHeight(open, 0.25).flatMap((row) => {
    const joined: OpenLine[] = [];
    for (const line of row) {
      const last = joined.at(-1);
      const [first] = line.runs;
      const isCell = first && isColumn(first) && last && mayEndCell(last, first);
      const most = isCell === true ? GAPS.column : GAPS.drawnApart;
      const gap = last === undefined ? Infinity : line.x - last.right;
      const size = Math.max(last?.size ?? 0, line.size);
      // Text that is drawn twice, as a shadow, does not continue itself.
      if (last !== undefined && gap <= most * size && gap >= -0.3 * size) {
        last.texts.push(gap > GAPS.word * size ? " " : "", ...line.texts);
        last.right = Math.max(last.right, line.right);
        last.size = size;
        last.runs.push(...line.runs);
        last.drawn = Math.min(last.drawn, line.drawn);
      } else joined.push(line);
    }
    return joined;
  });
}
