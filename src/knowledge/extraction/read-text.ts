import { decodeText } from "./decode-text.ts";
import { type DocumentText, type TextBlock, UnreadableDocument } from "./document-text.ts";

const LIST_ENTRY = /^\s*([-*+•–]|\d+[.)])\s/;

/**
 * Reads plain text: empty lines separate paragraphs, and a short line on its own may be a heading.
 */
export function readPlainText(bytes: Uint8Array): DocumentText {
  const paragraphs = linesOf(bytes)
    .join("\n")
    .split(/\n(?:[ \t]*\n)+/)
    .map((paragraph) => paragraph.split("\n").filter((line) => line.trim() !== ""))
    .filter((lines) => lines.length > 0);
  const blocks = paragraphs.flatMap((lines, at): TextBlock[] => {
    const [line, more] = lines;
    if (line === undefined) return [];
    const followed = paragraphs[at + 1] !== undefined;
    if (more === undefined && followed && isTitleLike(line)) {
      return [{ text: line.trim(), page: null, kind: "heading" }];
    }
    const isList = lines.some((each) => LIST_ENTRY.test(each) || each.trim().includes("\t"));
    if (!isList) return [{ text: joined(lines), page: null, kind: "paragraph" }];
    return lines.map((each) => ({ text: each.trim(), page: null, kind: "line" }));
  });
  return { pageCount: null, picturePages: null, blocks };
}

/**
 * Reads Markdown: recognizes headings with `#` or underlines, list entries and table rows; other
 * text stays unchanged.
 */
export function readMarkdown(bytes: Uint8Array): DocumentText {
  const blocks: TextBlock[] = [];
  let open: string[] = [];
  let fence: string | null = null;

  function close(): void {
    if (open.length > 0) blocks.push({ text: joined(open), page: null, kind: "paragraph" });
    open = [];
  }
  function add(kind: TextBlock["kind"], text: string): void {
    close();
    if (text.trim() !== "") blocks.push({ text: text.trim(), page: null, kind });
  }

  for (const line of linesOf(bytes)) {
    const mark = /^\s*(```|~~~)/.exec(line)?.[1];
    const heading = headingIn(line);
    if (mark !== undefined && (fence === null || fence === mark)) {
      close();
      fence = fence === null ? mark : null;
    } else if (fence !== null) {
      add("line", line);
    } else if (heading !== null) {
      add("heading", heading);
    } else if (/^\s{0,3}(=+|-+)\s*$/.test(line) && open.length > 0) {
      const text = joined(open);
      open = [];
      add("heading", text);
    } else if (line.trim() === "" || /^\s{0,3}([-*_])(\s*\1){2,}\s*$/.test(line)) {
      close();
    } else if (isTableRule(line)) {
      close();
    } else if (/^\s*\|.*\|\s*$/.test(line)) {
      const cells = line.trim().slice(1, -1).split("|");
      add("line", cells.map((cell) => cell.trim()).join("\t"));
    } else if (LIST_ENTRY.test(line)) {
      close();
      // Indented lines below an entry belong to it.
      open.push(line.trim());
    } else {
      open.push(line.trim());
    }
  }
  close();
  const lists = blocks.map((block) =>
    block.kind === "paragraph" && LIST_ENTRY.test(`${block.text} `)
      ? { ...block, kind: "line" as const }
      : block,
  );
  return { pageCount: null, picturePages: null, blocks: lists };
}

/** The text of a `#` heading, without closing `#`; null for any other line. */
function headingIn(line: string): string | null {
  const mark = /^\s{0,3}#{1,6}(?=\s)/.exec(line)?.[0];
  if (mark === undefined) return null;
  const text = line.slice(mark.length).trim();
  const open = text.replace(/(?<!#)#+$/, "");
  return open === "" || /\s$/.test(open) ? open.trimEnd() : text;
}

/** Whether a line separates the header of a table from its rows. */
function isTableRule(line: string): boolean {
  const dash = line.indexOf("-");
  return dash !== -1 && line.lastIndexOf("|") > dash && /^[\s:|-]+$/.test(line);
}

function linesOf(bytes: Uint8Array): string[] {
  const text = decodeText(bytes);
  if (text === null) throw new UnreadableDocument("This file is not text.");
  return text.split(/\r\n|[\n\r\f\u2028\u2029]/);
}

function joined(lines: readonly string[]): string {
  return lines.map((line) => line.trim()).join(" ");
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
