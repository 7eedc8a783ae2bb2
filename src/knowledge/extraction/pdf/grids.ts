import { type Box, boxAround, distinct, groupBy } from "./geometry.ts";
import type { Drawing, Ruling } from "./rulings.ts";

/** A cell of a grid, with the rows and columns that it covers, counted from the top left. */
export interface GridCell {
  row: number;
  column: number;
  rows: number;
  columns: number;
  box: Box;
}

/** Cells between lines that meet: a table, a frame, or a drawing of straight lines. */
export type Grid = NonNullable<ReturnType<typeof toGrid>>;

/** Lines that are nearer than this are one, and ends of lines that are nearer meet, in points. */
const NEAR = 3;
/** A side of a cell is a line if at least this part of it is drawn. */
const DRAWN_SIDE = 0.6;
/** A grid with more cells is a drawing. */
const MOST_CELLS = 8000;
/** How far a line goes on beyond the outermost crossing line if a table is open at its side. */
const OPEN_SIDE = 8;

/** The grids of a page. */
export function findGrids({ horizontal, vertical }: Drawing): Grid[] {
  const across = joined(horizontal);
  const down = joined(vertical);
  return groupLines(across, down).flatMap((group) => toGrid(group.across, group.down) ?? []);
}

/** Joins lines that continue or cover each other. */
function joined(rulings: readonly Ruling[]): Ruling[] {
  const sorted = [...rulings].sort((a, b) => a.at - b.at);
  const kept: Ruling[] = [];
  for (let first = 0; first < sorted.length; ) {
    const at = sorted[first]?.at ?? 0;
    let end = first;
    while ((sorted[end]?.at ?? Infinity) - at <= NEAR / 2) end += 1;
    const same = sorted.slice(first, end).sort((a, b) => a.from - b.from);
    let open: Ruling | undefined;
    for (const { from, to } of same) {
      if (open !== undefined && from - open.to <= NEAR) open.to = Math.max(open.to, to);
      else {
        open = { at, from, to };
        kept.push(open);
      }
    }
    first = end;
  }
  return kept;
}

/** Groups of lines that meet. */
function groupLines(across: readonly Ruling[], down: readonly Ruling[]) {
  function* findMeetings() {
    for (const [at, line] of across.entries()) {
      for (const [number, other] of down.entries()) {
        if (meet(line, other)) yield [at, across.length + number] as const;
      }
    }
  }
  const groups = connect(across.length + down.length, findMeetings()).map((lines) => ({
    across: lines.flatMap((at) => across[at] ?? []),
    down: lines.flatMap((at) => down[at - across.length] ?? []),
  }));
  return groups.filter((group) => group.across.length > 1 && group.down.length > 0);
}

/** Groups the numbers from 0 to `count` that pairs connect. */
function connect(count: number, pairs: Iterable<readonly [number, number]>): number[][] {
  const parents = Array.from({ length: count }, (_, at) => at);
  const findRoot = (of: number): number => {
    let at = of;
    for (let parent = parents[at] ?? at; parent !== at; parent = parents[at] ?? at) {
      parents[at] = parents[parent] ?? parent;
      at = parent;
    }
    return at;
  };
  for (const [one, other] of pairs) parents[findRoot(one)] = findRoot(other);
  return [...groupBy(parents.keys(), findRoot).values()];
}

function meet(across: Ruling, down: Ruling): boolean {
  return (
    down.at >= across.from - NEAR &&
    down.at <= across.to + NEAR &&
    across.at >= down.from - NEAR &&
    across.at <= down.to + NEAR
  );
}

function toGrid(across: readonly Ruling[], down: readonly Ruling[]) {
  const xs = findEdges(down, across);
  const ys = findEdges(across, down).reverse();
  const [columns, rows] = [xs.length - 1, ys.length - 1];
  if (columns < 1 || rows < 1 || columns * rows > MOST_CELLS) return null;
  const downAt = xs.map((x) => down.filter(({ at }) => Math.abs(at - x) <= NEAR));
  const acrossAt = ys.map((y) => across.filter(({ at }) => Math.abs(at - y) <= NEAR));
  /** Neighbouring places that no line divides. */
  function* findUndivided() {
    for (let at = 0; at < rows * columns; at += 1) {
      const [row, column] = [Math.floor(at / columns), at % columns];
      const [top = 0, bottom = 0] = [ys[row], ys[row + 1]];
      const [left = 0, right = 0] = [xs[column], xs[column + 1]];
      if (column > 0 && !isDrawn(downAt[column] ?? [], bottom, top)) yield [at, at - 1] as const;
      if (row > 0 && !isDrawn(acrossAt[row] ?? [], left, right)) yield [at, at - columns] as const;
    }
  }
  const cells = connect(rows * columns, findUndivided()).map((list): GridCell => {
    const inRows = list.map((at) => Math.floor(at / columns));
    const inColumns = list.map((at) => at % columns);
    const [row, endRow] = [Math.min(...inRows), Math.max(...inRows) + 1];
    const [column, endColumn] = [Math.min(...inColumns), Math.max(...inColumns) + 1];
    const [left = 0, right = 0] = [xs[column], xs[endColumn]];
    const [top = 0, bottom = 0] = [ys[row], ys[endRow]];
    const box = { left, right, top, bottom };
    return { row, column, rows: endRow - row, columns: endColumn - column, box };
  });
  // By row, then by column.
  cells.sort((a, b) => a.row - b.row || a.column - b.column);
  return { box: boxAround(cells.map(({ box }) => box)), rows, columns, cells };
}

/** Where lines stand, with the ends of the crossing lines if a table has no line at its side. */
function findEdges(lines: readonly Ruling[], crossing: readonly Ruling[]): number[] {
  const edges = distinct(
    lines.map(({ at }) => at),
    NEAR,
  );
  const from = crossing.reduce((least, line) => Math.min(least, line.from), Infinity);
  const to = crossing.reduce((most, line) => Math.max(most, line.to), -Infinity);
  if ((edges[0] ?? Infinity) - from > OPEN_SIDE) edges.unshift(from);
  if (to - (edges.at(-1) ?? -Infinity) > OPEN_SIDE) edges.push(to);
  return edges;
}

function isDrawn(lines: readonly Ruling[], from: number, to: number): boolean {
  let drawn = 0;
  for (const line of lines) {
    drawn += Math.max(0, Math.min(to, line.to) - Math.max(from, line.from));
  }
  return drawn >= DRAWN_SIDE * (to - from);
}
