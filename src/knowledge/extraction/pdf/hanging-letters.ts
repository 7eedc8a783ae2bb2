import type { Run } from "./page-content.ts";

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
const SYMBOLS = new Map(
  CODES.flatMap(([first, symbols]) =>
    [...symbols].map((symbol, at) => [String.fromCharCode(first + at), symbol] as const),
  ),
);

/** The text of a run in TeX's font of large symbols. */
export function largeSymbols(text: string): string {
  return [...text].map((code) => SYMBOLS.get(code) ?? code).join("");
}

/** How far above its line a letter hangs from, at most, in letter heights. */
const HIGHEST = 3;

/**
 * Puts large brackets, roots and sums, which hang from above their line, on the line of what is drawn
 * before or after them.
 */
export function onTheirLines(runs: readonly Run[]): Run[] {
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
  return isHanging !== true && run.y - y >= -0.5 * run.size && run.y - y <= HIGHEST * run.size;
}
