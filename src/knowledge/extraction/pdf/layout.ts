import { areColumns, type Part, writtenHeight } from "./columns.ts";
import { type Box, boxAround, distinct, groupBy, median } from "./geometry.ts";
import { isCaption } from "./headings.ts";
import { type Line, lineBox } from "./lines.ts";
import type { Table } from "./tables.ts";

/** Lines of a caption that are closer than this, in letter heights, belong together. */
const CAPTION_GAP = 0.8;
/** A gap that ends a section, as a multiple of the usual gap between lines. */
const SECTION_GAP = 1.5;
/** How often columns may stand inside columns. */
const DEEPEST = 12;
/** The left edges of most parts are tried as the beginning of a column. */
const MOST_EDGES = 24;
/** A page of print has fewer parts; one that has more is read from the top. */
const MOST_PARTS = 3000;
/** Minimum width of the empty space between columns, in letter heights. */
const GUTTER = 0.5;
/** A gap that ends a column whose neighbour has ended, in letter heights. */
const COLUMN_END = 2.2;

/**
 * Puts a page's parts into reading order: columns from left to right, what goes over several columns
 * between them.
 * @returns the columns, each from the top
 */
export function orderColumns(lines: readonly Line[], tables: readonly Table[]): Part[][] {
  const parts: Part[] = [
    ...lines.map((line): Part => ({ kind: "line", box: lineBox(line), line })),
    ...tables.map((table): Part => ({ kind: "table", box: table.box, table })),
  ];
  return ordered(parts, 0);
}

function ordered(parts: readonly Part[], depth: number): Part[][] {
  if (parts.length === 0) return [];
  const isPrint = parts.length > 1 && parts.length <= MOST_PARTS;
  const gutter = isPrint && depth < DEEPEST ? bestGutter(parts) : null;
  if (gutter === null) return [[...parts]];
  const { above, left, right, below } = gutter;
  const sides = divideSections(left, right) ?? [left, right];
  return [above, ...sides, below].flatMap((each) => ordered(each, depth + 1));
}

type Gutter = Record<"above" | "left" | "right" | "below", Part[]>;

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
  const lefts = parts.map(({ box }) => box.left);
  const groups = [...groupBy(lefts, (left) => Math.round(left / 3)).values()];
  const often = groups.sort((a, b) => b.length - a.length).slice(0, MOST_EDGES);
  return distinct(
    often.map((lefts) => Math.min(...lefts)),
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
  const sides = [left, right].map(enclosingBox);
  const low = Math.max(...sides.map(({ bottom }) => bottom));
  const high = Math.min(...sides.map(({ top }) => top));
  if (high <= low) return null;
  // Between captions are their pictures, and text beside a picture may end above its caption.
  const isOfPictures = areCaptions(left) !== areCaptions(right);
  const keepLevel = (side: Part[]) => (isOfPictures ? side : connected(side, low, high));
  const kept = { left: keepLevel(left), right: keepLevel(right) };
  if (kept.left.length === 0 || kept.right.length === 0) return null;
  const both = new Set([...kept.left, ...kept.right]);
  const gap = enclosingBox(kept.right).left - enclosingBox(kept.left).right;
  if (gap < GUTTER * medianSize([...both])) return null;
  const middle = middleHeight(enclosingBox(both));
  const others = all.filter((part) => !both.has(part));
  return {
    ...kept,
    above: others.filter((part) => middleHeight(part.box) >= middle),
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

function enclosingBox(parts: Iterable<Part>): Box {
  return boxAround([...parts].map(({ box }) => box));
}

function medianSize(parts: readonly Part[]): number {
  const sizes = parts.flatMap((part) => (part.kind === "line" ? [part.line.size] : []));
  return median(sizes) || 8;
}

/** Whether a column has nothing but captions: it is one of pictures beside their text. */
function areCaptions(parts: readonly Part[]): boolean {
  return parts.length > 0 && findCaptions(parts) !== null;
}

/**
 * Divides a column of pictures and the text beside it into sections of one picture each, from the top:
 * at the largest gap of the text between two captions. A section's sides keep their order.
 * @returns null when the sides are none of both, or when the text has no gap between two captions
 */
function divideSections(left: readonly Part[], right: readonly Part[]): Part[][] | null {
  const isLeft = areCaptions(left);
  const captions = findCaptions(isLeft ? left : right);
  const text = (isLeft ? right : left).toSorted((a, b) => b.box.top - a.box.top);
  if (captions === null || captions.length < 2 || areCaptions(text)) return null;

  const cuts: number[] = [];
  for (const [number, caption] of captions.slice(0, -1).entries()) {
    const cut = cutBetween(text, topEdge(caption), topEdge(captions[number + 1]));
    if (cut === null) return null;
    cuts.push(cut);
  }
  const sections = captions.map((caption, number) => {
    const above = cuts[number - 1] ?? 0;
    const own = text.slice(above, cuts[number] ?? text.length);
    return isLeft ? [caption, own] : [own, caption];
  });
  return sections.flat();
}

/** The captions of a column, from the top; null when other text is in it. */
function findCaptions(parts: readonly Part[]): Part[][] | null {
  const captions: Part[][] = [];
  for (const part of parts.toSorted((a, b) => b.box.top - a.box.top)) {
    if (part.kind !== "line") return null;
    const above = captions.at(-1)?.at(-1);
    const isNext = above && above.box.bottom - part.box.top <= CAPTION_GAP * part.line.size;
    if (isNext) captions.at(-1)?.push(part);
    else if (isCaption(part.line.text)) captions.push([part]);
    else return null;
  }
  return captions;
}

/** The number of the part below the largest gap of a text between two heights; null without one. */
function cutBetween(text: readonly Part[], high: number, low: number): number | null {
  const gapAbove = (at: number) =>
    (text[at - 1]?.box.bottom ?? Infinity) - (text[at]?.box.top ?? -Infinity);
  const usual = median(text.map((_, at) => gapAbove(at)).slice(1));
  let best: { at: number; gap: number } | null = null;
  for (let at = 1; at < text.length; at += 1) {
    const [above, below] = [text[at - 1]?.box.bottom ?? 0, text[at]?.box.top ?? 0];
    if (below > high || above < low) continue;
    const gap = gapAbove(at);
    if (gap > (best?.gap ?? SECTION_GAP * Math.max(usual, 1))) best = { at, gap };
  }
  return best?.at ?? null;
}

function topEdge(parts: readonly Part[] | undefined): number {
  return parts?.[0]?.box.top ?? -Infinity;
}
