import { areCaptions, divideSections, withNextCaption } from "./captions-beside-text.ts";
import { areColumns, writtenHeight } from "./columns.ts";
import { type Box, boxAround, distinct } from "./geometry.ts";
import { type Line, lineBox } from "./lines.ts";
import type { Flow, Part } from "./parts.ts";
import type { Ruling } from "./rulings.ts";
import type { Frame, Table } from "./tables.ts";

/** How often columns may stand inside columns. */
const DEEPEST = 12;
/** The left edges of most parts are tried as the beginning of a column. */
const MOST_EDGES = 24;
/** A page of print has fewer parts; one that has more is read from the top. */
const MOST_PARTS = 3000;
/** A line is one from side to side if it takes at least this part of the text's width. */
const WIDE_RULE = 0.6;
/** Minimum width of the empty space between columns, in letter heights. */
const GUTTER = 0.5;
/** A gap that ends a column whose neighbour has ended, in letter heights. */
const COLUMN_END = 2.2;

/**
 * Puts a page's parts into reading order: columns from left to right, what goes over several
 * columns between them, a frame where it begins.
 */
export function orderFlows(
  lines: readonly Line[],
  tables: readonly Table[],
  frames: readonly Frame[],
  rules: readonly Ruling[],
): Flow[] {
  const text = boxAround([...lines.map(lineBox), ...tables.map(({ box }) => box)]);
  const wide = rules.filter(({ from, to }) => to - from >= WIDE_RULE * (text.right - text.left));
  const parts: Part[] = [
    ...lines.map((line): Part => ({ kind: "line", box: lineBox(line), line })),
    ...tables.map((table): Part => ({ kind: "table", box: table.box, table })),
    ...wide.map(({ at, from, to }): Part => {
      return { kind: "rule", box: { left: from, right: to, bottom: at, top: at } };
    }),
  ];
  return ordered(framed(parts, frames), 0);
}

/** Makes the parts inside a frame the content of that frame, beginning with the smallest frames. */
function framed(parts: readonly Part[], frames: readonly Frame[]): Part[] {
  let open = [...parts];
  const area = ({ left, right, bottom, top }: Box) => (right - left) * (top - bottom);
  for (const { box } of [...frames].sort((a, b) => area(a.box) - area(b.box))) {
    const inside = open.filter((part) => isWithin(box, part.box));
    if (inside.length < 2 || inside.length === open.length) continue;
    const own = new Set(inside);
    open = open.filter((part) => !own.has(part));
    open.push({ kind: "frame", box, parts: inside });
  }
  return open;
}

function isWithin(outer: Box, { left, right, bottom, top }: Box): boolean {
  const [x, y] = [(left + right) / 2, (bottom + top) / 2];
  return x > outer.left && x < outer.right && y > outer.bottom && y < outer.top;
}

function ordered(parts: readonly Part[], depth: number): Flow[] {
  const isPrint = parts.length > 1 && parts.length <= MOST_PARTS;
  const gutter = isPrint && depth < DEEPEST ? bestGutter(parts) : null;
  if (gutter === null) return unframed(parts, depth);
  const { above, left, right, below } = gutter;
  const sides = divideSections(left, right) ?? [left, right];
  return [above, ...sides, below].flatMap((each) =>
    each.length === 0 ? [] : ordered(each, depth + 1),
  );
}

/** One column, interrupted where a frame with columns of its own stands. */
function unframed(parts: readonly Part[], depth: number): Flow[] {
  const sorted = [...parts].sort((a, b) => b.box.top - a.box.top || a.box.left - b.box.left);
  const flows: Flow[] = [];
  let open: Part[] = [];
  for (const part of sorted) {
    if (part.kind !== "frame") open.push(part);
    else {
      if (open.length > 0) flows.push({ parts: open, isFollowed: true });
      open = [];
      flows.push(...ordered(part.parts, depth + 1));
    }
  }
  if (open.length > 0) flows.push({ parts: open, isFollowed: false });
  return flows;
}

interface Gutter {
  above: Part[];
  left: Part[];
  right: Part[];
  below: Part[];
}

/** The space between two columns that has the most text at its sides; null if there is none. */
function bestGutter(parts: readonly Part[]): Gutter | null {
  let best: { gutter: Gutter; weight: number } | null = null;
  for (const edge of findEdges(parts)) {
    for (const gutter of guttersAt(parts, edge)) {
      const [left, right] = [writtenHeight(gutter.left), writtenHeight(gutter.right)];
      const weight = Math.min(left, right) * Math.max(left, right);
      if (weight > (best?.weight ?? 0) && areColumns(gutter.left, gutter.right)) {
        best = { gutter, weight };
      }
    }
  }
  return best?.gutter ?? null;
}

/** The left edges at which most parts begin. */
function findEdges(parts: readonly Part[]): number[] {
  const lefts = parts.flatMap(({ kind, box }) => (kind === "rule" ? [] : [box.left]));
  const counts = new Map<number, number>();
  for (const left of lefts) {
    const key = Math.round(left / 3);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const often = [...counts].sort((a, b) => b[1] - a[1]).slice(0, MOST_EDGES);
  const leftmostByKey = new Map<number, number>();
  for (const left of lefts) {
    const key = Math.round(left / 3);
    leftmostByKey.set(key, Math.min(left, leftmostByKey.get(key) ?? Infinity));
  }
  return distinct(
    often.map(([key]) => leftmostByKey.get(key) ?? 0),
    1,
  );
}

/** Divides the parts at `edge`, between each two parts that stand across it. */
function guttersAt(parts: readonly Part[], edge: number): Gutter[] {
  const sorted = [...parts].sort((a, b) => b.box.top - a.box.top);
  const blocks = sorted.filter((part) => part.box.left < edge - 1 && part.box.right > edge - 0.5);
  // Each run of parts between two parts that stand across.
  const gutters: Gutter[] = [];
  let top = Infinity;
  for (const block of [...blocks, null]) {
    const bottom = block === null ? -Infinity : block.box.top;
    const between = sorted.filter(
      ({ box }) => middleHeight(box) < top && middleHeight(box) > bottom,
    );
    const gutter = findGutter(sorted, between, edge);
    if (gutter !== null) gutters.push(gutter);
    top = Math.min(top, block?.box.bottom ?? top);
    if (gutters.length > 20) break;
  }
  return gutters;
}

function middleHeight({ bottom, top }: Box): number {
  return (bottom + top) / 2;
}

function findGutter(all: readonly Part[], between: readonly Part[], edge: number): Gutter | null {
  const left = between.filter(({ box }) => box.right <= edge - 0.5);
  const right = between.filter(({ box }) => box.left >= edge - 1);
  if (left.length === 0 || right.length === 0) return null;
  const [a, b] = [boxAround(left.map(({ box }) => box)), boxAround(right.map(({ box }) => box))];
  const low = Math.max(a.bottom, b.bottom);
  const high = Math.min(a.top, b.top);
  if (high <= low) return null;
  // Between captions are their pictures, and text beside a picture may end above its caption.
  const isOfPictures = areCaptions(left) !== areCaptions(right);
  const keepWanted = (side: readonly Part[]) =>
    isOfPictures ? [...side] : withNextCaption(connected(side, low, high), side);
  const [leftKept, rightKept] = [keepWanted(left), keepWanted(right)];
  if (leftKept.length === 0 || rightKept.length === 0) return null;
  const kept = new Set([...leftKept, ...rightKept]);
  const box = boxAround([...kept].map((part) => part.box));
  const size = medianSize([...kept]);
  const gap =
    boxAround(rightKept.map((part) => part.box)).left -
    boxAround(leftKept.map((part) => part.box)).right;
  if (gap < GUTTER * size) return null;
  const middle = (box.top + box.bottom) / 2;
  const others = all.filter((part) => !kept.has(part));
  return {
    above: others.filter((part) => middleHeight(part.box) >= middle),
    left: leftKept,
    right: rightKept,
    below: others.filter((part) => middleHeight(part.box) < middle),
  };
}

/** The parts of a column from `high` to `low`, and what continues it there without a gap. */
function connected(parts: readonly Part[], low: number, high: number): Part[] {
  const sorted = [...parts].sort((a, b) => b.box.top - a.box.top);
  const size = medianSize(parts);
  const slack = 0.5 * size;
  let first = sorted.findIndex(({ box }) => box.bottom < high - slack);
  let last = sorted.findLastIndex(({ box }) => box.top > low + slack);
  if (first === -1 || last === -1) return [];
  const gapBelow = (at: number) =>
    (sorted[at]?.box.bottom ?? -Infinity) - (sorted[at + 1]?.box.top ?? -Infinity);
  const isTitle = (part: Part | undefined) => part?.kind === "line" && part.line.size > 1.15 * size;
  while (
    last + 1 < sorted.length &&
    gapBelow(last) <= (isTitle(sorted[last + 1]) ? 0.5 : COLUMN_END) * size
  ) {
    last += 1;
  }
  while (first > 0 && gapBelow(first - 1) <= 0.5 * size) first -= 1;
  return sorted.slice(first, last + 1);
}

function medianSize(parts: readonly Part[]): number {
  const sizes = parts.flatMap((part) => (part.kind === "line" ? [part.line.size] : []));
  return sizes.sort((a, b) => a - b)[sizes.length >> 1] ?? 8;
}
