import { type Box, boxAround } from "./geometry.ts";
import { joinRuns } from "./lines.ts";
import type { PageContent, Run } from "./page-content.ts";
import type { Ruling } from "./rulings.ts";

/**
 * The meaning of the codes of TeX's font of large symbols, where a document does not define it; its
 * brackets have several sizes. Only codes whose letters the font does not have.
 */
const CODES: readonly (readonly [first: number, symbols: string])[] = [
  [0x00, "()[]⌊⌋⌈⌉{}⟨⟩|‖/\\()()[]⌊⌋⌈⌉{}⟨⟩/\\"],
  [0x21, ")[]⌊⌋⌈⌉"],
  [0x50, "∑∏∫⋃⋂⊎⋀⋁∑∏∫"],
  [0x68, "[]⌊⌋⌈⌉{}√√√√√"],
];

/** A page with more lines has a drawing or a large table. */
const MOST_RULES = 500;
/** A side of a fraction has fewer pieces. */
const MOST_PIECES = 100;
/**
 * How far the letters above a fraction's bar stand above it, and those below it below, in their own
 * heights: a small index is lower than its letter.
 */
const ABOVE = { least: 0.05, most: 1.3 };
const BELOW = { least: 0.4, most: 1.7 };
/** How far above or below a longer bar a fraction in smaller letters may stand, in letter heights. */
const FARTHEST_FRACTION = 2.2;

/**
 * A page whose fractions are pieces of their lines, "1/T", and whose large brackets and roots stand on
 * the height of what is beside them. A fraction is a bar with letters in the middle above and below it,
 * drawn one after the other, and with text beside the bar: the lines of a table have none.
 */
export function withFractions(page: PageContent): PageContent {
  const { horizontal: all } = page.drawing;
  let runs: readonly Run[] = page.runs;
  const bars = new Set<Ruling>();
  const fractions = new Set<Run>();
  const short = all.filter((rule) => rulingLength(rule) <= 0.6 * page.width);
  // The shortest first: a fraction inside another one.
  const rules =
    short.length > MOST_RULES ? [] : short.sort((a, b) => rulingLength(a) - rulingLength(b));
  for (const bar of rules) {
    const others = rules.filter((rule) => !bars.has(rule));
    const found = buildFraction(runs, bar, others, fractions);
    if (found === null) continue;
    bars.add(bar);
    fractions.add(found.fraction);
    runs = [...runs.slice(0, found.from), found.fraction, ...runs.slice(found.to)];
  }
  const horizontal = all.filter((rule) => !bars.has(rule));
  return { ...page, runs: onTheirLines(runs), drawing: { ...page.drawing, horizontal } };
}

function rulingLength({ from, to }: Ruling): number {
  return to - from;
}

/** The fraction of a bar, as one run, and the runs whose place it takes; null if it has none. */
function buildFraction(
  runs: readonly Run[],
  bar: Ruling,
  rules: readonly Ruling[],
  fractions: ReadonlySet<Run>,
): { fraction: Run; from: number; to: number } | null {
  const isAbove = (at: number) => stands(runs[at], bar, ABOVE, 1, fractions);
  const isBelow = (at: number) => stands(runs[at], bar, BELOW, -1, fractions);
  // The first run below the bar comes after the last one above it.
  const first = runs.findIndex((_, at) => isBelow(at) && isAbove(at - 1));
  if (first === -1) return null;
  let from = first - 1;
  let to = first + 1;
  while (first - from < MOST_PIECES && isAbove(from - 1)) from -= 1;
  while (to - first < MOST_PIECES && isBelow(to)) to += 1;
  const [above, below] = [runs.slice(from, first), runs.slice(first, to)];
  const [before, after] = [runs.slice(0, from), runs.slice(to)];
  const isFraction =
    (fills(above, bar) || fills(below, bar)) &&
    isCentred(above, bar) &&
    isCentred(below, bar) &&
    !rules.some((rule) => isBetween(rule, bar, above)) &&
    [...before, ...after].some((run) => isBeside(run, bar));
  if (!isFraction) return null;
  const size = Math.max(...above.map((run) => run.size), ...below.map((run) => run.size));
  const text = `${inBrackets(above)}/${inBrackets(below)}`;
  const fraction: Run = {
    text: before.at(-1)?.text === "√" ? `(${text})` : text,
    x: bar.from,
    y: bar.at - 0.25 * size,
    width: rulingLength(bar),
    size,
    isBold: [...above, ...below].every(({ isBold }) => isBold),
    isMonospaced: false,
  };
  return { fraction, from, to };
}

function isWithin(run: Run, { from, to }: Ruling): boolean {
  return run.x >= from - 0.15 * run.size && lastLetterEnd(run) <= to + 0.15 * run.size;
}

/** Where the last letter of a run ends: a run may have a space after it. */
function lastLetterEnd({ x, width, text }: Run): number {
  return x + (width * text.trimEnd().length) / text.length;
}

/** Whether a run stands above a bar (1) or below it (-1) and no further than it, as a side of a fraction. */
function stands(
  run: Run | undefined,
  bar: Ruling,
  { least, most }: { least: number; most: number },
  side: 1 | -1,
  fractions: ReadonlySet<Run>,
): boolean {
  if (run === undefined || !isWithin(run, bar)) return false;
  const by = (side * (run.y - bar.at)) / run.size;
  // A large bracket hangs from further above.
  if (run.isHanging === true) return by >= -most && by <= 3 * most;
  return by >= least && by <= (fractions.has(run) ? FARTHEST_FRACTION : most);
}

function enclosingBox(runs: readonly Run[]): Box {
  return boxAround(
    runs.map((run) => ({ left: run.x, right: lastLetterEnd(run), bottom: run.y, top: run.y })),
  );
}

/** Whether a side takes most of its bar: the longer one does. */
function fills(runs: readonly Run[], bar: Ruling): boolean {
  const { left, right } = enclosingBox(runs);
  return right - left >= 0.7 * rulingLength(bar);
}

function isCentred(runs: readonly Run[], bar: Ruling): boolean {
  const { left, right } = enclosingBox(runs);
  const off = Math.abs(left + right - bar.from - bar.to) / 2;
  return off <= 0.15 * rulingLength(bar) + 1;
}

/** Whether another bar is between a bar and what is above it: that of a fraction above the bar of a root. */
function isBetween({ at, from, to }: Ruling, bar: Ruling, above: readonly Run[]): boolean {
  const top = Math.max(...above.map(({ y }) => y));
  const isOver = Math.min(to, bar.to) - Math.max(from, bar.from) > 0.5 * rulingLength(bar);
  return isOver && at > bar.at + 0.5 && at < top;
}

/** Whether a run is at the left or the right of a bar, which is as high as the middle of its letters. */
function isBeside({ x, y, width, size, isHanging }: Run, { at, from, to }: Ruling): boolean {
  const isLevel =
    isHanging === true ? at <= y && at >= y - 3 * size : at >= y && at <= y + 0.8 * size;
  const gap = Math.max(x - to, from - x - width) / size;
  return isLevel && gap >= -0.15 && gap <= 1.2;
}

/** The text of a fraction's side, in brackets if it is more than one name or number. */
function inBrackets(runs: readonly Run[]): string {
  // A power may stand too high to be in its line.
  const text = joinRuns(onTheirLines(runs))
    .sort((a, b) => a.x - b.x)
    .map((line) => line.text)
    .join(" ");
  return /^([\p{L}\p{N}.,']+|\S|\([^()]*\))$/u.test(text) ? text : `(${text})`;
}

const SYMBOLS = new Map(
  CODES.flatMap(([first, symbols]) =>
    [...symbols].map((symbol, at) => [String.fromCharCode(first + at), symbol] as const),
  ),
);

/** The text of a run in TeX's font of large symbols. */
export function largeSymbols(text: string): string {
  return [...text].map((code) => SYMBOLS.get(code) ?? code).join("");
}

/** Puts large brackets, roots and sums, which hang from above, on the line of what is beside them. */
function onTheirLines(runs: readonly Run[]): Run[] {
  const lines = new Map<number, number>();
  return runs.map((run, at) => {
    if (run.isHanging !== true) return run;
    const place = Math.round(run.y * 2);
    const beside = [runs[at - 1], runs[at + 1]].find((each) => each && hangsFrom(run, each));
    // Its second bracket hangs from the same place.
    const y = lines.get(place) ?? beside?.y ?? run.y;
    lines.set(place, y);
    return { ...run, y };
  });
}

function hangsFrom(run: Run, { y, isHanging }: Run): boolean {
  return isHanging !== true && run.y - y >= -0.5 * run.size && run.y - y <= 3 * run.size;
}
