import type { Page } from "playwright";

/** The largest cumulative layout shift that a page may have: https://web.dev/articles/cls */
const LARGEST_SHIFT = 0.02;

interface Shift extends PerformanceEntry {
  value: number;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/** What moved since the page was opened, with the elements, if it is more than a page may move; otherwise nothing. */
export async function shiftTrouble(page: Page): Promise<string[]> {
  const { sum, moves } = await page.evaluate(() => {
    const observer = new PerformanceObserver(() => undefined);
    observer.observe({ type: "layout-shift", buffered: true });
    const shifts = observer.takeRecords() as Shift[];
    const place = ({ x, y, width, height }: DOMRectReadOnly) => `${width}x${height} at ${x},${y}`;
    return {
      sum: shifts.reduce((all, { value }) => all + value, 0),
      moves: shifts.flatMap(({ startTime, sources }) =>
        sources.map(({ node, previousRect, currentRect }) => {
          const html = node instanceof Element ? node.outerHTML : node?.textContent;
          const way = `from ${place(previousRect)} to ${place(currentRect)}`;
          return `${html?.slice(0, 120)}, ${way}, after ${Math.round(startTime)} ms`;
        }),
      ),
    };
  });
  return sum <= LARGEST_SHIFT ? [] : [`layout shift of ${sum}:`, ...moves];
}
