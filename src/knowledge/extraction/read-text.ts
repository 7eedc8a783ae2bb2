import { leadingCode } from "@contracts/terms/telling-words.ts";
import { decodeText } from "./decode-text.ts";
import type { DocumentText, TextBlock } from "./document-text.ts";
import { plainTable } from "./table-lines.ts";

const LIST_ENTRY = /^\s*([-*+•–]|\d+[.)])\s/;

/** A line of one repeated mark, which underlines the title above it. */
const UNDERLINE = /^([=~^"'#*+_-])\1{2,}$/;

/**
 * Reads plain text: empty lines separate paragraphs; underlined lines are headings, and where there are
 * none, short lines on their own.
 */
export function readPlainText(bytes: Uint8Array): DocumentText {
  // Whether a file is text is decided by its kind.
  const paragraphs = (decodeText(bytes) ?? "")
    .split(/\r\n|[\n\r\f\u2028\u2029]/)
    .join("\n")
    .split(/\n(?:[ \t]*\n)+/)
    .map((paragraph) => paragraph.split("\n").filter((line) => line.trim() !== ""))
    .filter((lines) => lines.length > 0);
  const isUnderlined = (lines: readonly string[]) =>
    lines.length === 2 && UNDERLINE.test(lines[1]?.trim() ?? "");
  const hasUnderlined = paragraphs.some(isUnderlined);
  const blocks = paragraphs.flatMap((lines, at): TextBlock[] => {
    const [line, more] = lines;
    if (line === undefined) return [];
    const followed = paragraphs[at + 1] !== undefined;
    const isTitle = hasUnderlined ? isUnderlined(lines) : more === undefined && isTitleLike(line);
    if (followed && isTitle) return [{ text: line.trim(), page: null, kind: "heading" }];
    const rows = splitColumns(lines);
    if (rows !== null) return plainTable(rows, false);
    const text = lines.map((each) => each.trim());
    const areCodes = areEntries(text);
    const begins = (each: string) =>
      LIST_ENTRY.test(each) || each.includes("\t") || (areCodes && leadingCode(each) !== "");
    if (!text.some(begins)) return [{ text: text.join(" "), page: null, kind: "paragraph" }];
    const entries: string[] = [];
    for (const each of text) {
      // A line that begins no entry belongs to the one above.
      const goesOn = !begins(each) && entries.at(-1)?.includes("\t") === false;
      entries.push(goesOn ? `${entries.pop()} ${each}` : each);
    }
    return entries.map((each) => ({ text: each, page: null, kind: "line" }));
  });
  return { pageCount: null, picturePages: null, blocks };
}

/** The cells of three lines or more that have a column at the same place, set apart by spaces. */
function splitColumns(lines: readonly string[]): string[][] | null {
  const gaps = [...(lines[0] ?? "").matchAll(/\S( {2,})(?=\S)/g)];
  const begins = lines.map((line) => line.search(/\S/));
  const isColumn = (place: number) =>
    lines.every(
      (line, at) => /^ {2}\S/.test(line.slice(place - 2)) && (begins[at] ?? place) < place,
    );
  const hasColumn = gaps.some(({ index, 0: gap }) => isColumn(index + gap.length));
  if (lines.length < 3 || !hasColumn || lines.some((line) => LIST_ENTRY.test(line))) return null;
  return lines.map((line) => line.trim().split(/ {2,}|\t/));
}

/** Whether lines are the entries of a list, as of fault codes: two in a row begin with a code. */
export function areEntries(lines: readonly string[]): boolean {
  const codes = lines.map(leadingCode);
  return codes.some((code, at) => code !== "" && (codes[at - 1] ?? "") !== "");
}

const LONGEST_TITLE = 80;

/** Whether a line on its own looks like a heading, for formats that do not mark headings. */
export function isTitleLike(line: string): boolean {
  const text = line.trim();
  return (
    text.length <= LONGEST_TITLE &&
    /^(\d+(\.\d+)*[.)]?\s+)?\p{Lu}/u.test(text) &&
    !/[.,;:!?]$/.test(text) &&
    !text.includes("\t")
  );
}
