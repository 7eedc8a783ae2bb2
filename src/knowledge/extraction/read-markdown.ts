import type { Nodes, RootContent } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { frontmatterFromMarkdown } from "mdast-util-frontmatter";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { toString as plainText } from "mdast-util-to-string";
import { frontmatter } from "micromark-extension-frontmatter";
import { gfmTable } from "micromark-extension-gfm-table";
import { decodeText } from "./decode-text.ts";
import type { DocumentText, TextBlock } from "./document-text.ts";
import { continuesText } from "./pdf/blocks.ts";
import { areEntries, readPlainText } from "./read-text.ts";
import { plainTable, rowText } from "./table-lines.ts";

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
    const blocks = joinDivided(children.flatMap(readBlocks));
    return { pageCount: null, picturePages: null, blocks };
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
    case "paragraph": {
      const isBroken = node.children.some(({ type }) => type === "break");
      const lines = printedText(node)
        .split("\n")
        .map((line) => line.trim());
      return isBroken || areEntries(lines)
        ? lines.flatMap((line) => block("line", line))
        : block("paragraph", oneLine(node));
    }
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
      return plainTable(
        node.children.map(({ children }) => children.map(oneLine)),
        true,
      );
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

/** Joins the paragraphs of a sentence that blank lines divide, as converters of pages leave it. */
function joinDivided(blocks: readonly TextBlock[]): TextBlock[] {
  const joined: TextBlock[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    if (last?.kind === "paragraph" && continuesText(last, block)) last.text += ` ${block.text}`;
    else joined.push(block);
  }
  return joined;
}

/** A text in one line. */
function oneLine(node: Nodes): string {
  return printedText(node).replaceAll(/\s+/g, " ").trim();
}

/** The name or the style of a heading, a row or a picture: "{#e-31}", "{: .note}". */
const ANCHOR = /\{:? ?[#.]\p{L}[^{}]*\}/gu;

/** A text with the ends of its lines, without the tags of HTML inside it. */
function printedText(node: Nodes): string {
  if (node.type === "break") return "\n";
  if (node.type === "html") return /^<br\b/i.test(node.value) ? "\n" : "";
  if (node.type === "text") return node.value.replaceAll(ANCHOR, "");
  return "children" in node ? node.children.map(printedText).join("") : plainText(node);
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
