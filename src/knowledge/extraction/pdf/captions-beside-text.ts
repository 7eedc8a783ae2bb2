import { median } from "./geometry.ts";
import { isCaption } from "./headings.ts";
import type { Part } from "./parts.ts";

/** Lines of a caption that are closer than this, in letter heights, belong together. */
const CAPTION_GAP = 0.8;
/** Pictures of a column may stand so much farther from each other than the others, at most. */
const MOST_UNEVEN = 1.2;
/** A gap that ends a section, as a multiple of the usual gap between lines. */
const SECTION_GAP = 1.5;

/**
 * Whether a column has nothing but captions: the column is one of pictures, each of which belongs to
 * the text beside it.
 */
export function areCaptions(parts: readonly Part[]): boolean {
  return parts.length > 0 && findCaptions(parts) !== null;
}

/**
 * Divides a column of pictures and the text beside it into sections of one picture each, from the top:
 * at the largest gap of the text between two captions. A section's sides keep their order.
 * @returns null when the sides are none of both, or when the text has no gap between two captions
 */
export function divideSections(left: readonly Part[], right: readonly Part[]): Part[][] | null {
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

/**
 * Adds the last caption of a column of pictures: the text beside its picture may end above it.
 * @param kept the captions beside text
 * @param side the lines of the column, and the lines below both columns
 */
export function withNextCaption(kept: readonly Part[], side: readonly Part[]): Part[] {
  const captions = findCaptions(kept);
  const tops = captions?.map(topEdge) ?? [];
  const distances = tops.slice(1).map((top, at) => (tops[at] ?? top) - top);
  const low = (tops.at(-1) ?? 0) - MOST_UNEVEN * Math.max(0, ...distances);
  const bottom = Math.min(...kept.map(({ box }) => box.bottom));
  const next = side.filter(({ box }) => box.top < bottom && box.top >= low);
  return captions !== null && findCaptions(next)?.length === 1 ? [...kept, ...next] : [...kept];
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
