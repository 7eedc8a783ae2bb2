import type { TextBlock } from "./document-text.ts";
import { joinLines, wordsOf } from "./mend-hyphens.ts";
import type { PdfLine } from "./pdf-lines.ts";
import { withoutRunningLines } from "./running-lines.ts";

/** Minimum size of a heading's letters, as a multiple of the body's. */
const HEADING_SIZE = 1.15;
const LONGEST_HEADING = 150;
/**
 * A paragraph ends where the distance to the next line is more than this multiple of the letter
 * height.
 */
const PARAGRAPH_GAP = 1.45;
/** A line shorter than this fraction of the widest line ends its paragraph. */
const SHORT_LINE = 0.75;

const LIST_ENTRY = /^([-*•‣▪●○–]|\d{1,2}[.)]|[a-z]\))\s/;

/** Groups the lines of a PDF's pages into headings, paragraphs, list entries and table rows. */
export function blocksOfPages(pages: readonly PdfLine[][]): TextBlock[] {
  const kept = withoutRunningLines(pages);
  const all = kept.flat();
  const bodySize = commonSize(all);
  const words = wordsOf(all.map(({ text }) => text));
  return kept.flatMap((lines, at) => blocksOfPage(lines, at + 1, bodySize, words));
}

interface Group {
  kind: TextBlock["kind"];
  lines: PdfLine[];
}

function blocksOfPage(
  lines: readonly PdfLine[],
  page: number,
  bodySize: number,
  words: ReadonlySet<string>,
): TextBlock[] {
  const widest = Math.max(0, ...lines.map(({ x, right }) => right - x));
  const groups: Group[] = [];
  for (const line of lines) {
    const kind = kindOf(line, bodySize);
    const group = groups.at(-1);
    if (group !== undefined && joins(group, line, kind, widest)) group.lines.push(line);
    else groups.push({ kind, lines: [line] });
  }
  return groups.map(({ kind, lines: own }) => ({
    text: joinLines(
      own.map(({ text }) => text),
      words,
    ),
    page,
    kind,
  }));
}

function kindOf({ text, size }: PdfLine, bodySize: number): TextBlock["kind"] {
  if (size >= bodySize * HEADING_SIZE && text.length <= LONGEST_HEADING && /\p{L}/u.test(text)) {
    return "heading";
  }
  return text.includes("\t") || LIST_ENTRY.test(text) ? "line" : "paragraph";
}

function joins(group: Group, line: PdfLine, kind: Group["kind"], widest: number): boolean {
  const last = group.lines.at(-1);
  if (last === undefined) return false;
  if (isRow(group)) return kind === "paragraph" && isInRow(group.lines, line);
  const down = last.y - line.y;
  const close = down > 0 && down <= PARAGRAPH_GAP * Math.max(last.size, line.size);
  if (!close || Math.abs(last.size - line.size) > 0.1 * line.size) return false;
  if (group.kind === "heading") return kind === "heading";
  if (kind !== "paragraph") return false;
  // A line below a list entry that is indented belongs to it.
  if (group.kind === "line") return line.x >= last.x + 1;
  return !(endsShort(last, widest) && /[.:!?]$/.test(last.text));
}

function isRow({ kind, lines }: Group): boolean {
  return kind === "line" && lines[0]?.text.includes("\t") === true;
}

/** Whether a line belongs to a later cell of a table row: further right, and not below the row. */
function isInRow(row: readonly PdfLine[], line: PdfLine): boolean {
  const [first] = row;
  if (first === undefined || line.x < first.x + first.size) return false;
  const lowest = Math.min(...row.map(({ y }) => y));
  return line.y <= first.y + 1 && line.y >= lowest - PARAGRAPH_GAP * line.size;
}

function endsShort({ x, right }: PdfLine, widest: number): boolean {
  return right - x < widest * SHORT_LINE;
}

/** The size of most of the letters. */
function commonSize(lines: readonly PdfLine[]): number {
  const letters = new Map<number, number>();
  for (const { size, text } of lines) {
    const rounded = Math.round(size * 2) / 2;
    letters.set(rounded, (letters.get(rounded) ?? 0) + text.length);
  }
  return [...letters].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}
