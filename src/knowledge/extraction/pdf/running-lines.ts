import { type Box, holds } from "./geometry.ts";
import { WARNING } from "./headings.ts";
import type { Line } from "./lines.ts";

/** The lines of a page, and its height in points. */
export interface PageLines {
  height: number;
  lines: Line[];
  /** Tables that go on below a header: their rows are no headers. */
  tables: readonly Box[];
}

/** How much of a page's height at its top and bottom may hold headers and footers. */
const EDGE = 0.13;
const FEWEST_PAGES = 3;
/** A line on more than this fraction of the pages is a header or footer. */
const MOST_PAGES = 0.4;
/** A header may repeat a heading of so many pages before. */
const TITLE_PAGES = 2;
/** A line at the edge of so many pages is the header of a chapter. */
const CHAPTER_PAGES = 3;

/**
 * Removes headers, footers and page numbers: lines at the edge of pages that repeat there, but for
 * their numbers, or repeat a heading. A header that is larger than the text is its chapter's title.
 * @param bodySize the size of most letters
 */
export function withoutRunningLines(pages: readonly PageLines[], bodySize: number): Line[][] {
  if (pages.length < FEWEST_PAGES) return pages.map(({ lines }) => [...lines]);
  const edges = pages.map((page) => page.lines.filter((line) => isAtEdge(page, line)));
  /** The numbers of the pages at whose edges each key stands. */
  function findPages<Key>(keys: (line: Line, page: PageLines, number: number) => Key | Key[]) {
    const found = new Map<Key, number[]>();
    for (const [number, page] of pages.entries()) {
      const own = edges[number]?.flatMap((line) => keys(line, page, number)) ?? [];
      for (const key of new Set(own)) {
        const list = found.get(key) ?? [];
        found.set(key, list);
        list.push(number);
      }
    }
    return (key: Key) => found.get(key) ?? [];
  }
  const repeated = findPages((line, page) => lineKey(page, line));
  const places = findPages((line) => [-1, 0, 1].map((by) => roundedPlace(line) + by));
  const numberings = findPages((line, page, number) => readNumbering(page, line, number) ?? []);
  const chapters = findPages(({ text }) => text);
  const most = pages.length * MOST_PAGES;
  return pages.map((page, number) =>
    page.lines.filter((line) => {
      if (!isAtEdge(page, line)) return true;
      const { length: count } = repeated(lineKey(page, line));
      if (count > most && count >= FEWEST_PAGES) return false;
      const numbering = readNumbering(page, line, number);
      if (numbering !== null && numberings(numbering).length >= FEWEST_PAGES) return false;
      if (places(roundedPlace(line)).length <= most) return true;
      if (repeatsTitle(pages, number, line, bodySize)) return false;
      const chapter = chapters(line.text);
      if (!isChapter(chapter)) return true;
      return number === chapter[0] && line.size > 1.15 * bodySize;
    }),
  );
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
  if (WARNING.test(line.text)) return false;
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

function isAtEdge({ height, tables }: PageLines, { x, y, right, size }: Line): boolean {
  if (y <= height * (1 - EDGE) && y >= height * EDGE) return false;
  const [middle, level] = [(x + right) / 2, y + 0.3 * size];
  return !tables.some((table) => holds(table, middle, level));
}

/** The height is rounded, because printer drivers round it differently. */
function roundedPlace({ y }: Line): number {
  return Math.round(y / 4);
}

function lineKey({ height }: PageLines, line: Line): string {
  const text = line.text.toLowerCase().replaceAll(/\d+/g, "#");
  const edge = line.y > height / 2 ? "top" : "bottom";
  return `${edge} ${text.replaceAll(/[_.\-–—\s]+/g, " ")}`;
}
