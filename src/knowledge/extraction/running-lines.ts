import type { PdfLine } from "./pdf-lines.ts";

/** Number of lines at the top and at the bottom of a page that may be headers or footers. */
const EDGE = 2;
const FEWEST_PAGES = 3;
/** A line on more than this fraction of the pages is a header or footer. */
const MOST_PAGES = 0.5;

/**
 * Removes headers and footers that repeat on most pages; lines that differ only in the page number
 * count as equal.
 */
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
  // Rounds the height, because printer drivers round it differently.
  const unnumbered = text.toLowerCase().replaceAll(/^\d+\b|\bpage \d+( of \d+)?|\b\d+$/g, "#");
  return `${Math.round(y / 4)} ${unnumbered}`;
}
