import type { TextBlock } from "../document-text.ts";
import { rowText } from "../table-lines.ts";
import type { Part } from "./columns.ts";
import {
  hasLetter,
  isCaption,
  isListEntry,
  LEADER,
  looksContinued,
  looksLikeHeading,
  type Style,
  standsOut,
} from "./headings.ts";
import type { Line } from "./lines.ts";
import { joinLines, joinTexts } from "./mend-hyphens.ts";
import { joinRows, type Row } from "./rows.ts";
import { namesColumns, type Table } from "./tables.ts";

/** A line shorter than this fraction of the widest line ends its paragraph. */
const SHORT_LINE = 0.75;
/** A heading has fewer lines. */
const MOST_HEADING_LINES = 5;

/** A block that is not complete: the next column or page may continue it. */
interface Group {
  kind: TextBlock["kind"];
  lines: Line[];
}

/** A page's number, and the style and the words of its document. */
interface Page {
  page: number;
  style: Style;
  words: ReadonlySet<string>;
}

/** Groups a page's lines into headings, paragraphs, list entries and table rows, in their order. */
export function blocksOfPage(columns: readonly (readonly Part[])[], of: Page): TextBlock[] {
  return columns.flatMap((parts) => {
    const groups: Row[][] = [];
    for (const row of joinRows(parts)) {
      const group = groups.at(-1);
      if (row.kind !== "table" && group?.[0]?.kind === row.kind) group.push(row);
      else groups.push([row]);
    }
    const blocks = groups.flatMap((rows, at) => {
      const lines = rows.flatMap((row) => (row.kind === "line" ? [row.line] : []));
      if (lines.length === 0) return blocksOfTable(rows, of);
      return blocksOfLines(lines, at + 1 < groups.length, of);
    });
    return withCaptions(blocks);
  });
}

function blocksOfTable(rows: readonly Row[], { page, words }: Page): TextBlock[] {
  const [first] = rows;
  const table = first?.kind === "table" ? first.table : cellTable(rows, words);
  const head = table.hasHead ? rowText(table.rows[0] ?? []) : undefined;
  const texts = table.rows.map((cells, at) => rowText(cells, at === 0 ? "" : head));
  return texts.flatMap((text, at) => {
    if (text === "") return [];
    return [{ text, page, kind: "line" as const, ...(head && at > 0 ? { head } : {}) }];
  });
}

function cellTable(
  rows: readonly Row[],
  words: ReadonlySet<string>,
): Pick<Table, "rows" | "hasHead"> {
  const texts = rows.flatMap((row) =>
    row.kind === "cells" ? [row.cells.map((cell) => joinTexts(cell, words))] : [],
  );
  const [first, ...rest] = rows.flatMap((row) => (row.kind === "cells" ? [row.isBold] : []));
  const isContents = texts.flat().some((text) => LEADER.test(text));
  const isBold = rest.length > 1 && first === true && !rest.every((bold) => bold);
  const hasHead = !isContents && (isBold || namesColumns(texts[0] ?? [], texts.slice(1)));
  return { rows: texts, hasHead };
}

/** A table's caption, above or below it, is repeated with its head where the table is cut. */
function withCaptions(blocks: readonly TextBlock[]): TextBlock[] {
  return blocks.map((block, at) => {
    if (block.head === undefined) return block;
    let first = at;
    while (blocks[first]?.kind === "line" && blocks[first]?.text.includes("\t")) first -= 1;
    const caption = blocks[first];
    return caption !== undefined && isCaption(caption.text)
      ? { ...block, head: `${caption.text}\n${block.head}` }
      : block;
  });
}

/** @param isFollowed whether a table follows them */
function blocksOfLines(
  lines: readonly Line[],
  isFollowed: boolean,
  { page, style, words }: Page,
): TextBlock[] {
  const widest = Math.max(0, ...lines.map(({ x, right }) => right - x));
  const groups: Group[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at];
    if (line === undefined) break;
    const heading = headingAt(lines, at, style, isFollowed);
    if (heading !== null) {
      groups.push({ kind: "heading", lines: heading });
      at += heading.length;
      continue;
    }
    const group = groups.at(-1);
    if (isEntry(line, group, style)) groups.push({ kind: "line", lines: [line] });
    else if (group !== undefined && joins(group, line, widest, style)) group.lines.push(line);
    else groups.push({ kind: "paragraph", lines: [line] });
    at += 1;
  }
  return groups.map((group) => ({ text: joinTexts(group.lines, words), page, kind: group.kind }));
}

/** A letter with a full stop may end a sentence that goes on from the line before: "at 12 V. The". */
function isEntry(line: Line, before: Group | undefined, { lineGap }: Style): boolean {
  if (isListEntry(line.text)) return true;
  if (!hasLetter(line.text)) return false;
  const last = before?.lines.at(-1);
  const isClose = last !== undefined && last.y - line.y <= lineGap * line.size && last.y > line.y;
  return !isClose || before?.kind !== "paragraph" || /[.:;!?]$/.test(last.text);
}

/** The lines of the heading that begins at a line; null if none begins there. */
function headingAt(
  lines: readonly Line[],
  at: number,
  style: Style,
  isFollowed: boolean,
): Line[] | null {
  const line = lines[at];
  const before = lines[at - 1] ?? null;
  if (line === undefined || !standsOut(line, style)) return null;
  if (before !== null && looksContinued(before, line, style)) return null;
  let end = at + 1;
  for (let last = line; end < lines.length && end - at <= MOST_HEADING_LINES; end += 1) {
    const next = lines[end];
    if (next === undefined || !looksContinued(last, next, style)) break;
    last = next;
  }
  const own = lines.slice(at, end);
  // A heading may be followed by a table.
  const table = isFollowed ? { ...line, y: line.y - 10 * line.size, isBold: false } : null;
  return looksLikeHeading(own, { before, after: lines[end] ?? table }, style) ? own : null;
}

function joins(group: Group, line: Line, widest: number, { lineGap }: Style): boolean {
  const [first] = group.lines;
  const last = group.lines.at(-1);
  if (first === undefined || last === undefined) return false;
  const down = last.y - line.y;
  const isClose = down > 0 && down <= lineGap * Math.max(last.size, line.size);
  if (group.kind === "heading" || !isClose || Math.abs(last.size - line.size) > 0.15 * line.size) {
    return false;
  }
  if (isCaption(line.text)) return false;
  // A line below a list entry that is indented belongs to it.
  if (group.kind === "line") {
    return line.x >= first.x + 0.3 * line.size || /[-\u00ad]$/.test(last.text);
  }
  if (last.isBold && !line.isBold && /[:.!]$/.test(last.text)) return false;
  return last.right - last.x >= widest * SHORT_LINE || !/[.:!?]$/.test(last.text);
}

/** Joins paragraphs and list entries that a column's or a page's end divides. */
export function joinedAcrossCuts(
  blocks: readonly TextBlock[],
  words: ReadonlySet<string>,
): TextBlock[] {
  const joined: TextBlock[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    if (last !== undefined && continuesText(last, block)) {
      joined[joined.length - 1] = { ...last, text: joinLines([last.text, block.text], words) };
    } else joined.push(block);
  }
  return joined;
}

const LONGEST_JOINED = 4000;

/** Whether a paragraph goes on with the sentence that the block before it does not end. */
export function continuesText(last: TextBlock, { text, kind }: TextBlock): boolean {
  return (
    last.kind !== "heading" &&
    kind === "paragraph" &&
    !last.text.includes("\t") &&
    last.text.length > 30 &&
    last.text.length < LONGEST_JOINED &&
    /[\p{Ll}\p{Lu},\u00ad-]$/u.test(last.text) &&
    /^\p{Ll}{2,}/u.test(text)
  );
}

/** Gives the rows of a table that goes on over the end of a page the head from the page before. */
export function withHeadsAcrossPages(blocks: readonly TextBlock[]): TextBlock[] {
  const carried: TextBlock[] = [];
  const countTabs = (text: string) => text.split("\t").length - 1;
  let isCarried = false;
  for (const block of blocks) {
    const last = carried.at(-1);
    const isNext = last?.page !== null && block.page === (last?.page ?? 0) + 1;
    isCarried =
      last?.head !== undefined &&
      block.head === undefined &&
      (isNext || (isCarried && block.page === last.page)) &&
      countTabs(block.text) > 0 &&
      countTabs(block.text) === countTabs(last.text) &&
      // The page may have printed the head again.
      !last.head.endsWith(block.text);
    carried.push(isCarried && last?.head !== undefined ? { ...block, head: last.head } : block);
  }
  return carried;
}
