import { type Box, holds } from "./geometry.ts";
import { isWarning } from "./headings.ts";
import type { Line } from "./lines.ts";

/** The lines of a page, and its size in points. */
export interface PageLines {
  width: number;
  height: number;
  lines: Line[];
  /** Tables that go on below a header: their rows are no headers. */
  tables: readonly Box[];
}

/** How much of a page's height at its top and bottom may hold headers and footers. */
const EDGE = 0.13;
/** How much of a page's width at its sides may hold marks of a chapter. */
const SIDE = 0.08;
/** The number of a page. */
const NUMBER = /^\P{L}*\d+\P{L}*$/u;
const FEWEST_PAGES = 3;
/** A line on more than this fraction of the pages is a header or footer. */
const MOST_PAGES = 0.4;
/** A header may repeat a heading of so many pages before. */
const TITLE_PAGES = 2;
/** A line at the edge of so many pages is the header of a chapter. */
const CHAPTER_PAGES = 3;

/**
 * Removes headers, footers and page numbers: lines at the edge of pages that repeat there; lines
 * that differ only in numbers count as equal. A header that repeats a heading of its page or of one
 * before goes too. The first header of a chapter stays where it is its title: larger than the text.
 * @param bodySize the size of most letters
 */
export function withoutRunningLines(pages: readonly PageLines[], bodySize: number): Line[][] {
  if (pages.length < FEWEST_PAGES) return pages.map(({ lines }) => [...lines]);
  const counts = new Map<string, number>();
  /** On how many pages something stands at a height. */
  const places = new Map<number, number>();
  /** On how many pages a number stands there. */
  const numbered = new Map<number, number>();
  /** The numbers of the pages on which a line stands, with its numbers. */
  const chapters = new Map<string, number[]>();
  for (const [number, page] of pages.entries()) {
    const edge = page.lines.filter((line) => isAtEdge(page, line));
    for (const key of new Set(edge.map((line) => lineKey(page, line)))) {
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const nearby = edge.flatMap((line) => [-1, 0, 1].map((by) => roundedPlace(line) + by));
    for (const place of new Set(nearby)) places.set(place, (places.get(place) ?? 0) + 1);
    const numbers = edge.filter(({ text }) => NUMBER.test(text)).map(roundedPlace);
    for (const place of new Set(numbers.flatMap((at) => [at - 1, at, at + 1]))) {
      numbered.set(place, (numbered.get(place) ?? 0) + 1);
    }
    for (const { text } of edge) {
      const found = chapters.get(text);
      if (found === undefined) chapters.set(text, [number]);
      else if (found.at(-1) !== number) found.push(number);
    }
  }
  const most = pages.length * MOST_PAGES;
  const isOften = (line: Line) => (places.get(roundedPlace(line)) ?? 0) > most;
  const numberings = findNumberings(pages);
  return pages.map((page, number) =>
    page.lines.filter((line) => {
      if (!isAtEdge(page, line)) return true;
      const count = counts.get(lineKey(page, line)) ?? 0;
      if (count > most && count >= FEWEST_PAGES) return false;
      if (numberings.has(readNumbering(page, line, number) ?? "")) return false;
      if (!isOften(line)) return true;
      if (repeatsTitle(pages, number, line, bodySize)) return false;
      if (NUMBER.test(line.text) && (numbered.get(roundedPlace(line)) ?? 0) > most) return false;
      const chapter = chapters.get(line.text) ?? [];
      if (!isChapter(chapter)) return true;
      return number === chapter[0] && line.size > 1.15 * bodySize;
    }),
  );
}

/** The lines with a number that grows with the pages, as "12 Installation" and "14 Installation". */
function findNumberings(pages: readonly PageLines[]): Set<string> {
  const counts = new Map<string, number>();
  for (const [number, page] of pages.entries()) {
    const edge = page.lines.filter((line) => isAtEdge(page, line));
    for (const key of new Set(edge.map((line) => readNumbering(page, line, number)))) {
      if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  const often = [...counts].filter(([, count]) => count >= FEWEST_PAGES);
  return new Set(often.map(([key]) => key));
}

/** A line of words and one number, with the number's distance from the page's; else null. */
function readNumbering(page: PageLines, line: Line, number: number): string | null {
  const [found, ...others] = line.text.match(/\d+/g) ?? [];
  if (found === undefined || others.length > 0 || !/\p{L}{3}/u.test(line.text)) return null;
  return `${lineKey(page, line)} ${Number(found) - number}`;
}

/** Whether a line repeats a heading that stands below it on its page, or on one of the two before. */
function repeatsTitle(
  pages: readonly PageLines[],
  number: number,
  line: Line,
  bodySize: number,
): boolean {
  if (isWarning(line.text)) return false;
  const title = joinTitle(line);
  return pages.slice(Math.max(0, number - TITLE_PAGES), number + 1).some((page, at, { length }) => {
    const isOwn = at === length - 1;
    return page.lines.some((each, place) => {
      if (each.size <= 1.15 * bodySize) return false;
      const next = page.lines[place + 1];
      const isTitle = joinTitle(each) === title || (next && joinTitle(each, next) === title);
      return (
        isTitle && (isOwn ? each.y < line.y - line.size : roundedPlace(each) !== roundedPlace(line))
      );
    });
  });
}

function joinTitle(...lines: Line[]): string {
  return (
    lines
      .map(({ text }) => text)
      .join(" ")
      .toLowerCase()
      .replaceAll(/\s+/g, " ")
      // "2.5. BUILDING" is the header of "2.5 Building".
      .replaceAll(/(\d)\.(?=\s)/g, "$1")
  );
}

/** Whether the pages follow each other; headers may change between left and right pages. */
function isChapter(pages: readonly number[]): boolean {
  const length = (pages.at(-1) ?? 0) - (pages[0] ?? 0) + 1;
  return pages.length >= CHAPTER_PAGES && length <= 2 * pages.length;
}

function isAtEdge({ width, height, tables }: PageLines, { x, y, right, size }: Line): boolean {
  const isAtSide = x > width * (1 - SIDE) || right < width * SIDE;
  if (!isAtSide && y <= height * (1 - EDGE) && y >= height * EDGE) return false;
  const [middle, level] = [(x + right) / 2, y + 0.3 * size];
  return !tables.some((table) => holds(table, middle, level));
}

/** The part of the page: which of its edges, or where on it. */
function findEdge({ height }: PageLines, { y }: Line): string {
  if (y > height * (1 - EDGE)) return "top";
  return y < height * EDGE ? "bottom" : `${Math.round(y / 20)}`;
}

/** The height is rounded, because printer drivers round it differently. */
function roundedPlace({ y }: Line): number {
  return Math.round(y / 4);
}

function lineKey(page: PageLines, line: Line): string {
  const text = line.text.toLowerCase().replaceAll(/\d+/g, "#");
  return `${findEdge(page, line)} ${text.replaceAll(/[_.\-–—\s]+/g, " ")}`;
}
