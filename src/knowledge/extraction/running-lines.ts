import type { PdfLine } from "./pdf-lines.ts";

/** Lines at the top and at the bottom of a page among which running heads are looked for. */
const EDGE = 2;
const FEWEST_PAGES = 3;
/** A line runs when it stands on more than this part of the pages. */
const MOST_PAGES = 0.5;

/** Leaves out the headers and footers that repeat on most pages, page numbers counted as equal. */
export function withoutRunningLines(pages: readonly PdfLine[][]): PdfLine[][] {
  if (pages.length < FEWEST_PAGES) return [...pages];
  const counts = new Map<string, number>();
  for (const page of pages) {
    for (const key of new Set(edgesOf(page).map(keyOf))) {
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  const runs = (line: PdfLine) => (counts.get(keyOf(line)) ?? 0) > pages.length * MOST_PAGES;
  return pages.map((page) => {
    const running = new Set(edgesOf(page).filter(runs));
    return page.filter((line) => !running.has(line));
  });
}

function edgesOf(page: readonly PdfLine[]): PdfLine[] {
  const byHeight = [...page].sort((a, b) => b.y - a.y);
  return [...byHeight.slice(0, EDGE), ...byHeight.slice(-EDGE)];
}

function keyOf({ text, y }: PdfLine): string {
  // At the same height, give or take the rounding of a printer driver.
  const unnumbered = text.toLowerCase().replaceAll(/^\d+\b|\bpage \d+( of \d+)?|\b\d+$/g, "#");
  return `${Math.round(y / 4)} ${unnumbered}`;
}
