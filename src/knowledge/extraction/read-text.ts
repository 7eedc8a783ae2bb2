import { decodeText } from "./decode-text.ts";
import type { DocumentText, TextBlock } from "./document-text.ts";

const LIST_ENTRY = /^\s*([-*+•–]|\d+[.)])\s/;

/** Reads plain text: empty lines separate paragraphs; a short line on its own may be a heading. */
export function readPlainText(bytes: Uint8Array): DocumentText {
  // Whether a file is text is decided by its kind.
  const paragraphs = (decodeText(bytes) ?? "")
    .split(/\r\n|[\n\r\f\u2028\u2029]/)
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
    const trimmed = lines.map((each) => each.trim());
    return isList
      ? trimmed.map((text) => ({ text, page: null, kind: "line" }))
      : [{ text: trimmed.join(" "), page: null, kind: "paragraph" }];
  });
  return { pageCount: null, picturePages: null, blocks };
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
