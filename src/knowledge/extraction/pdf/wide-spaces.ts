import { groupBy } from "./geometry.ts";
import { joinPieces, type Line } from "./lines.ts";

/** Minimum gap between cells that are not below other cells, in letter heights. */
const CELL_GAP = 1.6;
/** A gap as wide as in justified text is one between cells only in a column of several. */
const NARROW_GAP = 0.75;
/** Maximum gap between words of a justified line in a narrow column, in letter heights. */
const WIDEST_SPACE = 4;
/** So many heights above and below a line decide whether it is one of a text. */
const NEIGHBOURS = 4;
/** How far the ends of lines of one column may be from each other, in points. */
const ALIGNED = 2;

/**
 * Joins pieces of lines that only wide spaces part, as justified text has them, and that are no cells.
 * @param levels the pieces at each height of a column, from the top, each from left to right
 */
export function withoutWideSpaces(levels: readonly (readonly Line[])[]): Line[][] {
  const later = levels.flatMap((lines) => lines.slice(1));
  const begins = groupBy(later, ({ x }) => Math.round(x));
  const inColumn = (x: number) =>
    [-1, 0, 1].reduce((sum, by) => sum + (begins.get(Math.round(x) + by)?.length ?? 0), 0);
  return levels.map((lines, at) => {
    if (lines.length > 1 && isJustified(levels, at)) return joined(lines, () => true);
    return joined(lines, (line, gap) => {
      return gap <= CELL_GAP && inColumn(line.x) < (gap < NARROW_GAP ? 3 : 2);
    });
  });
}

/** Joins pieces to the ones before them. @param isSpace whether a gap, in letter heights, is a space */
function joined(lines: readonly Line[], isSpace: (line: Line, gap: number) => boolean): Line[] {
  const groups: [Line, ...Line[]][] = [];
  for (const line of lines) {
    const last = groups.at(-1)?.at(-1);
    const gap = last && (line.x - last.right) / Math.max(last.size, line.size);
    if (gap !== undefined && isSpace(line, gap)) groups.at(-1)?.push(line);
    else groups.push([line]);
  }
  return groups.map(([first, ...more]) => joinPieces(first, more));
}

/**
 * Whether the pieces at a height are one line of justified text: it is as wide as whole lines around
 * it, and none of its pieces begins or ends where a piece above or below does.
 */
function isJustified(levels: readonly (readonly Line[])[], at: number): boolean {
  const lines = levels[at] ?? [];
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined) return false;
  const isWide = lines.slice(1).some((line, before) => {
    return line.x - (lines[before]?.right ?? 0) > WIDEST_SPACE * line.size;
  });
  if (isWide) return false;
  const around = levels
    .slice(Math.max(0, at - NEIGHBOURS), at + NEIGHBOURS + 1)
    .filter((each) => each.length > 0 && each !== lines);
  const whole = around.filter((each) => {
    const [line] = each;
    const isLevel = line !== undefined && near(line.x, first.x) && near(line.right, last.right);
    return each.length === 1 && isLevel;
  });
  const inPieces = around.filter((each) => each.length > 1);
  if (whole.length < 2) return false;
  const [starts, ends] = [
    lines.slice(1).map(({ x }) => x),
    lines.slice(0, -1).map(({ right }) => right),
  ];
  return !inPieces.some(
    (each) =>
      each.slice(1).some(({ x }) => starts.some((start) => near(start, x))) ||
      each.slice(0, -1).some(({ right }) => ends.some((end) => near(end, right))),
  );
}

function near(one: number, other: number): boolean {
  return Math.abs(one - other) <= ALIGNED;
}
