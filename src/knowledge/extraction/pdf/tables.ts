import { type Box, boxArea, holds, holdsMiddle } from "./geometry.ts";
import type { Grid, GridCell } from "./grids.ts";
import { groupByHeight, joinPieces, joinRuns } from "./lines.ts";
import { joinTexts } from "./mend-hyphens.ts";
import type { Run } from "./page-content.ts";

/** "12", ".558", "-3.8", "1.3 kΩ", "≤ 10 %". */
const FIGURE = /^[<>≤≥≈~±+−-]?\s?[.,]?\d/;
const NOTHING = /^[-–—]*$/;
const NAME = /\p{L}|[#№%]/u;
/** A list of properties has one column of figures, and no head: "Model, HP-240/B". */
const FEWEST_COLUMNS = 2;

/** A table. */
export interface Table {
  box: Box;
  /**
   * The texts of each row by column: a cell over several rows is in each of them if it is short, one
   * over several columns in the first of them.
   */
  rows: string[][];
  /** Whether the first row names the columns. */
  hasHead: boolean;
}

/** A cell over several rows that is longer is only in the first of them. */
const LONGEST_REPEATED = 120;
/** Cells with more letters on average are the layout of a page. */
const LAYOUT_CELL = 500;
/** A grid with text in a smaller part of its cells is a drawing. */
const FEWEST_FILLED = 0.3;
const LONGEST_HEAD_CELL = 70;

/**
 * Reads the tables that have lines between their cells.
 * @param words the document's words, for words that were divided
 * @returns the tables, and the runs that are in no table
 */
export function ruledTables(
  runs: readonly Run[],
  drawn: readonly Grid[],
  words: ReadonlySet<string>,
): { tables: Table[]; rest: Run[] } {
  const tables: Table[] = [];
  let rest = [...runs];
  // The smallest first: a table inside a frame, or inside a cell of a page's layout.
  const grids = [...drawn].sort((a, b) => boxArea(a.box) - boxArea(b.box));
  for (const grid of grids) {
    const texts = new Map<GridCell, Run[]>();
    const inside = rest.filter(({ x, y, width, size }) =>
      holds(grid.box, x + width / 2, y + 0.3 * size),
    );
    if (inside.length === 0) continue;
    for (const run of inside) assign(grid.cells, run, texts);
    const filled = texts.size;
    const letters = inside.reduce((sum, { text }) => sum + text.length, 0);
    const holdsTable = tables.some(({ box }) => holdsMiddle(grid.box, box));
    const isDrawing = filled < 2 || filled < FEWEST_FILLED * grid.cells.length;
    if (isDrawing || letters / filled > LAYOUT_CELL || holdsTable) continue;
    const used = new Set(inside);
    rest = rest.filter((run) => !used.has(run));
    tables.push(buildTable(grid, texts, words));
  }
  return { tables, rest };
}

/** Gives a run to its cell; one that goes on over the line beside the cell is divided at a space. */
function assign(cells: readonly GridCell[], run: Run, texts: Map<GridCell, Run[]>): void {
  const height = run.y + 0.3 * run.size;
  const level = cells.filter(({ box }) => height >= box.bottom && height <= box.top);
  const across = level.filter(
    ({ box }) =>
      Math.min(box.right, run.x + run.width) - Math.max(box.left, run.x) > run.size * 0.6,
  );
  for (const part of across.length > 1 ? divided(run, across) : [run]) {
    const middle = part.x + part.width / 2;
    const cell = level.find(({ box }) => middle >= box.left && middle <= box.right) ?? across[0];
    if (cell === undefined) continue;
    const list = texts.get(cell) ?? [];
    list.push(part);
    texts.set(cell, list);
  }
}

/** Divides a run at the spaces that are nearest to the sides of the cells. */
function divided(run: Run, cells: readonly GridCell[]): Run[] {
  const parts: Run[] = [];
  const letter = run.width / Math.max(1, run.text.length);
  let begin = 0;
  const edges = cells.map(({ box }) => box.right).sort((a, b) => a - b);
  for (const edge of edges.slice(0, -1)) {
    const goal = (edge - run.x) / letter;
    let best = -1;
    for (let at = run.text.indexOf(" ", begin); at !== -1; at = run.text.indexOf(" ", at + 1)) {
      if (best === -1 || Math.abs(at - goal) < Math.abs(best - goal)) best = at;
    }
    // A space that is far from the side is inside a cell: the text only stands over.
    if (best === -1 || Math.abs(best - goal) > 4) continue;
    parts.push(cutRun(run, begin, best, letter));
    begin = best + 1;
  }
  parts.push(cutRun(run, begin, run.text.length, letter));
  return parts;
}

function cutRun(run: Run, begin: number, end: number, letter: number): Run {
  const text = run.text.slice(begin, end);
  return { ...run, text, x: run.x + begin * letter, width: text.length * letter };
}

function buildTable(
  grid: Grid,
  texts: ReadonlyMap<GridCell, readonly Run[]>,
  words: ReadonlySet<string>,
): Table {
  const contents = new Map<GridCell, { text: string; isBold: boolean }>();
  for (const [cell, runs] of texts) {
    const lines = groupByHeight(joinRuns(runs), 0.4).flatMap(([first, ...more]) =>
      first === undefined ? [] : [joinPieces(first, more)],
    );
    contents.set(cell, {
      text: joinTexts(lines, words),
      isBold: lines.every(({ isBold }) => isBold),
    });
  }
  const rows: string[][] = [];
  const first = grid.cells.filter(({ row }) => row === 0);
  const deep = Math.max(...first.map(({ rows: span }) => span));
  const isHead = isTableHead(grid, deep, contents);
  const heads = isHead ? deep : 0;
  if (isHead) rows.push(headRow(grid, deep, contents));
  for (let row = heads; row < grid.rows; row += 1) {
    const own = grid.cells.filter((cell) => cell.row <= row && row < cell.row + cell.rows);
    if (!own.some((cell) => cell.row === row && contents.has(cell))) continue;
    const texts = Array.from({ length: grid.columns }, () => "");
    for (const cell of own) {
      const text = contents.get(cell)?.text ?? "";
      // Cells that have more than four corners may begin in the same column.
      if (cell.row === row || text.length <= LONGEST_REPEATED) texts[cell.column] += ` ${text}`;
    }
    rows.push(texts);
  }
  // Lines that end inside a table divide columns in which nothing begins.
  const isUsed = Array.from({ length: grid.columns }, (_, column) =>
    rows.some((texts) => (texts[column] ?? "").trim() !== ""),
  );
  const used = rows.map((texts) => texts.filter((_, column) => isUsed[column]));
  return { box: grid.box, rows: used, hasHead: isHead };
}

/** Whether the first rows name the columns: bold, or short words without figures for each column. */
function isTableHead(
  grid: Grid,
  deep: number,
  contents: ReadonlyMap<GridCell, { text: string; isBold: boolean }>,
): boolean {
  if (grid.columns < 2 || deep > 3 || grid.rows <= deep) return false;
  const cells = grid.cells.filter(({ row }) => row < deep);
  const filled = cells.flatMap((cell) => contents.get(cell) ?? []);
  const areNames = filled.every(
    ({ text }) => text.length <= LONGEST_HEAD_CELL && /\p{L}|^#$|^№$/u.test(text),
  );
  if (filled.length < 2 || !areNames) return false;
  if (filled.every(({ isBold }) => isBold)) {
    // In a table that is bold as a whole, this is no sign.
    return grid.cells.some((cell) => contents.get(cell)?.isBold === false);
  }
  const isFull = filled.length === cells.length && grid.columns > 2;
  if (isFull && filled.every(({ text }) => !/\d/.test(text) || text.length > 8)) return true;
  const textsOf = (row: number) =>
    Array.from({ length: grid.columns }, (_, column) => {
      const cell = grid.cells.find((each) => each.row === row && each.column === column);
      return (cell && contents.get(cell)?.text) ?? "";
    });
  const below = Array.from({ length: grid.rows - deep }, (_, at) => textsOf(deep + at));
  return deep === 1 && namesColumns(textsOf(0), below);
}

/** One row of column names: for each column the texts of its heading cells, from the top. */
function headRow(
  grid: Grid,
  deep: number,
  contents: ReadonlyMap<GridCell, { text: string }>,
): string[] {
  const names: string[] = [];
  let before = "";
  for (let column = 0; column < grid.columns; column += 1) {
    const above = grid.cells.filter(
      (cell) => cell.row < deep && cell.column <= column && column < cell.column + cell.columns,
    );
    const key = above.map((cell) => grid.cells.indexOf(cell)).join();
    const texts = key === before ? [] : above.map((cell) => contents.get(cell)?.text ?? "");
    names.push(texts.filter((text) => text !== "").join(" "));
    before = key;
  }
  return names;
}

/**
 * Whether the first row of a table names the columns, as far as the texts show: it has words above
 * figures.
 * @param first the texts of its cells
 * @param rows those of the rows below, with as many cells
 */
export function namesColumns(
  first: readonly string[],
  rows: readonly (readonly string[])[],
): boolean {
  const areNames = first.every(
    (text, at) =>
      (text === "" && at === 0) || (NAME.test(text) && text.length <= LONGEST_HEAD_CELL),
  );
  const columns = first.filter((name, at) => {
    const cells = rows.map((row) => row[at] ?? "").filter((text) => !NOTHING.test(text));
    const hasFigures = cells.length >= rows.length / 2 && cells.every((text) => FIGURE.test(text));
    return hasFigures && !FIGURE.test(name);
  });
  return rows.length > 0 && areNames && columns.length >= FEWEST_COLUMNS;
}
