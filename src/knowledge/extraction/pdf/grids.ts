import { type Box, boxAround, distinct } from "./geometry.ts";
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
export interface Grid {
  box: Box;
  rows: number;
  columns: number;
  /** By row, then by column. */
  cells: GridCell[];
}

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
  return groupLines(across, down).flatMap((group) => {
    const grid = toGrid(group.across, group.down);
    return grid === null ? [] : [grid];
  });
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

interface Group {
  across: Ruling[];
  down: Ruling[];
}

/** Groups of lines that meet. */
function groupLines(across: readonly Ruling[], down: readonly Ruling[]): Group[] {
  const parents = [...across, ...down].map((_, at) => at);
  const findRoot = (of: number): number => {
    let at = of;
    for (let parent = parents[at] ?? at; parent !== at; parent = parents[at] ?? at) {
      parents[at] = parents[parent] ?? parent;
      at = parent;
    }
    return at;
  };
  for (const [at, line] of across.entries()) {
    for (const [number, other] of down.entries()) {
      if (meet(line, other)) parents[findRoot(at)] = findRoot(across.length + number);
    }
  }
  const groups = new Map<number, Group>();
  const findGroup = (at: number) => {
    const root = findRoot(at);
    const group = groups.get(root) ?? { across: [], down: [] };
    groups.set(root, group);
    return group;
  };
  for (const [at, line] of across.entries()) findGroup(at).across.push(line);
  for (const [at, line] of down.entries()) findGroup(across.length + at).down.push(line);
  return [...groups.values()].filter((group) => group.across.length > 1 && group.down.length > 0);
}

function meet(across: Ruling, down: Ruling): boolean {
  return (
    down.at >= across.from - NEAR &&
    down.at <= across.to + NEAR &&
    across.at >= down.from - NEAR &&
    across.at <= down.to + NEAR
  );
}

function toGrid(across: readonly Ruling[], down: readonly Ruling[]): Grid | null {
  const xs = findEdges(down, across);
  const ys = findEdges(across, down).reverse();
  const [columns, rows] = [xs.length - 1, ys.length - 1];
  if (columns < 1 || rows < 1 || columns * rows > MOST_CELLS) return null;
  const downAt = xs.map((x) => down.filter(({ at }) => Math.abs(at - x) <= NEAR));
  const acrossAt = ys.map((y) => across.filter(({ at }) => Math.abs(at - y) <= NEAR));
  const owner = Array.from({ length: rows * columns }, (_, at) => at);
  const ownerOf = (of: number): number => {
    let at = of;
    while (owner[at] !== at) at = owner[at] ?? at;
    return at;
  };
  const join = (one: number, other: number) => {
    const [a, b] = [ownerOf(one), ownerOf(other)];
    owner[Math.max(a, b)] = Math.min(a, b);
  };
  for (let row = 0; row < rows; row += 1) {
    const [top = 0, bottom = 0] = [ys[row], ys[row + 1]];
    for (let column = 0; column < columns; column += 1) {
      const [left = 0, right = 0] = [xs[column], xs[column + 1]];
      const at = row * columns + column;
      if (column > 0 && !isDrawn(downAt[column] ?? [], bottom, top)) join(at, at - 1);
      if (row > 0 && !isDrawn(acrossAt[row] ?? [], left, right)) join(at, at - columns);
    }
  }
  const members = new Map<number, number[]>();
  for (const at of owner.keys()) {
    const own = ownerOf(at);
    const list = members.get(own) ?? [];
    list.push(at);
    members.set(own, list);
  }
  const cells = [...members.values()].map((list): GridCell => {
    const inRows = list.map((at) => Math.floor(at / columns));
    const inColumns = list.map((at) => at % columns);
    const [row, column] = [lowest(inRows), lowest(inColumns)];
    const [lastRow, lastColumn] = [-lowest(inRows.map(negative)), -lowest(inColumns.map(negative))];
    const box = {
      left: xs[column] ?? 0,
      right: xs[lastColumn + 1] ?? 0,
      top: ys[row] ?? 0,
      bottom: ys[lastRow + 1] ?? 0,
    };
    return { row, column, rows: lastRow - row + 1, columns: lastColumn - column + 1, box };
  });
  cells.sort((a, b) => a.row - b.row || a.column - b.column);
  return { box: boxAround(cells.map(({ box }) => box)), rows, columns, cells };
}

const negative = (value: number) => -value;
const lowest = (values: readonly number[]) =>
  values.reduce((low, value) => Math.min(low, value), Infinity);

/** Where lines stand, with the ends of the crossing lines if a table has no line at its side. */
function findEdges(lines: readonly Ruling[], crossing: readonly Ruling[]): number[] {
  const edges = distinct(
    lines.map(({ at }) => at),
    NEAR,
  );
  const from = lowest(crossing.map((line) => line.from));
  const to = -lowest(crossing.map((line) => -line.to));
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
