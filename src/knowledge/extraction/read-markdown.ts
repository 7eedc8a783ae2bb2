import type { Nodes, RootContent } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { frontmatterFromMarkdown } from "mdast-util-frontmatter";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { toString as plainText } from "mdast-util-to-string";
import { frontmatter } from "micromark-extension-frontmatter";
import { gfmTable } from "micromark-extension-gfm-table";
import { decodeText } from "./decode-text.ts";
import type { DocumentText, TextBlock } from "./document-text.ts";
import { readPlainText } from "./read-text.ts";
import { rowText } from "./table-lines.ts";

/** A text with more marks is not parsed further: the time grows with the square of their number. */
const MOST_MARKS = 1500;
/** The parser's names of links, pictures, emphasis, code and HTML inside a line. */
const WITHIN_LINES = [
  ...["labelStartLink", "labelStartImage", "labelEnd", "attention"],
  ...["codeText", "htmlText", "autolink"],
];

/** A hundred quotations or lists inside each other. To parse so many takes very long. */
const NESTED = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]))){100}/m;

/** Reads Markdown with tables: headings, lists and rows as such, everything else as it is printed. */
export function readMarkdown(bytes: Uint8Array): DocumentText {
  const text = decodeText(bytes) ?? "";
  if (NESTED.test(text)) return readPlainText(bytes);
  try {
    const plain = hasExcessMarks(text) ? [{ disable: { null: WITHIN_LINES } }] : [];
    const { children } = fromMarkdown(text, {
      extensions: [gfmTable(), frontmatter(), ...plain],
      mdastExtensions: [gfmTableFromMarkdown(), frontmatterFromMarkdown()],
    });
    return { pageCount: null, picturePages: null, blocks: children.flatMap(readBlocks) };
  } catch (error) {
    // The stack is full: quotations or lists are nested too deeply.
    if (!(error instanceof RangeError)) throw error;
    return readPlainText(bytes);
  }
}

/** Whether a paragraph, or a line of a table or of HTML, has too many marks to be parsed further. */
function hasExcessMarks(text: string): boolean {
  const withoutCode = text.replaceAll(/^(```+|~~~+)[\s\S]*?(?:^\1|$(?![\s\S]))/gm, "");
  return withoutCode
    .split(/\n\s*\n/)
    .flatMap((part) => (/^\s*<(?:table|div|!--)|^[ |:-]+$/m.test(part) ? part.split("\n") : [part]))
    .some((part) => (part.match(/[*_`[\]<&]/g)?.length ?? 0) > MOST_MARKS);
}

function readBlocks(node: RootContent): TextBlock[] {
  switch (node.type) {
    case "heading":
      return block("heading", oneLine(node));
    case "paragraph":
      return block("paragraph", oneLine(node));
    case "list":
      return node.children.flatMap((item, at) => {
        const [first, ...more] = item.children;
        const mark = node.ordered === true ? `${(node.start ?? 1) + at}.` : "-";
        if (first?.type !== "paragraph") {
          return [...block("line", mark), ...item.children.flatMap(readBlocks)];
        }
        return [...block("line", `${mark} ${oneLine(first)}`), ...more.flatMap(readBlocks)];
      });
    case "table":
      return node.children.flatMap(({ children }) => block("line", rowText(children.map(oneLine))));
    case "code":
    case "yaml":
      return node.value.split("\n").flatMap((line) => block("line", line.trim()));
    case "html":
      return printedHtml(node.value).flatMap((line) => block("line", line));
    case "definition":
      return [];
    default:
      return "children" in node
        ? node.children.flatMap((child) => readBlocks(child as RootContent))
        : block("paragraph", plainText(node));
  }
}

function block(kind: TextBlock["kind"], text: string): TextBlock[] {
  return text.trim() === "" ? [] : [{ text, page: null, kind }];
}

/** A text in one line, without the tags of HTML inside it. */
function oneLine(node: Nodes): string {
  const text = plainText(node, { includeHtml: false });
  return text.replaceAll(/\s+/g, " ").trim();
}

/** The text of a piece of HTML: without comments, its cells separated by tabs. */
function printedHtml(html: string): string[] {
  const text = html
    .replaceAll(/<!--[\s\S]*?(-->|$)|<(script|style)\b[\s\S]*?(<\/\2>|$)/gi, "")
    .replaceAll(/<\/t[dh]>/gi, "\t")
    .replaceAll(/<(br|\/(tr|p|div|li|h\d))\b[^>]*>/gi, "\n")
    .replaceAll(/<[^>]*>/g, "");
  return text.split("\n").map((line) => rowText(line.split("\t")));
}
