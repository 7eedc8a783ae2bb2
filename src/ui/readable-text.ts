import { OUTPUT_SUMMARY_LIMIT } from "@contracts/agent-log.ts";
import { fromMarkdown } from "mdast-util-from-markdown";
import { isWithinMarkdownLimits } from "./markdown-limits.ts";

type Root = ReturnType<typeof fromMarkdown>;
type Node = Root | Root["children"][number];

/** A citation with the space before it: only the chat can show its source. */
const CITATION = /(?<!\s)\s*\[\d{1,2}\]/g;

/** Patterns for Markdown marks whose other half was cut off, and their replacements. */
const CUT_MARKS: readonly [RegExp, string][] = [
  [/(?<!\s)\s*\[\d{0,2}$/, ""],
  [/!?\[([^[\]]*)(?:\]\([^()]*)?$/, "$1"],
  [/\*{2,}|__+|`+/g, ""],
  [/(?<![\p{L}\p{N}])[*_](?=\S|$)/gu, ""],
];

/**
 * Converts the Markdown of a history row, which may be cut off, to plain text.
 * @param cited whether `[1]` is a citation and not part of the text
 */
export function readableText(markdown: string, cited: boolean): string {
  if (!isWithinMarkdownLimits(markdown)) return markdown;
  const blocks = readBlocks(fromMarkdown(markdown), cited);
  if (markdown.length >= OUTPUT_SUMMARY_LIMIT - 1) {
    // Only the last block, which was cut, can contain marks without their other half.
    const last = blocks.pop();
    if (last !== undefined) {
      const text = CUT_MARKS.reduce((rest, [mark, kept]) => rest.replace(mark, kept), last.text);
      blocks.push({ ...last, text: withoutBareMarks(text) });
    }
  }
  return joined(blocks);
}

interface Block {
  type: Node["type"];
  text: string;
}

function readBlocks(node: Node, cited: boolean): Block[] {
  if (!("children" in node)) return [];
  return node.children
    .map((child) => ({ type: child.type, text: readText(child, cited) }))
    .filter(({ text }) => text.trim() !== "");
}

function joined(blocks: readonly Block[]): string {
  return blocks.reduce((text, block, index) => {
    const before = blocks[index - 1];
    if (before === undefined) return block.text;
    const close = before.type === "heading" || block.type === "list";
    return `${text}${close ? "\n" : "\n\n"}${block.text}`;
  }, "");
}

function readText(node: Node, cited: boolean): string {
  switch (node.type) {
    case "text":
      return cited ? node.value.replace(CITATION, "") : node.value;
    case "inlineCode":
    case "code":
    case "html":
      return node.value;
    case "break":
      return "\n";
    case "image":
      return node.alt ?? "";
    case "list": {
      const first = node.start ?? 1;
      const items = node.children.map((item, index) => {
        const mark = node.ordered ? `${first + index}. ` : "• ";
        const text = joined(readBlocks(item, cited));
        return text === "" ? "" : `${mark}${text.replaceAll("\n", "\n  ")}`;
      });
      return items.filter((item) => item !== "").join("\n");
    }
    case "root":
    case "blockquote":
      return joined(readBlocks(node, cited));
    default:
      if (!("children" in node)) return "";
      return node.children.map((child) => readText(child, cited)).join("");
  }
}

/** Removes spaces, backslashes and lines with only a heading or list mark from a text's end. */
function withoutBareMarks(text: string): string {
  let end = text.length;
  for (;;) {
    while (end > 0 && /[\s\\]/.test(text.charAt(end - 1))) end -= 1;
    const begin = text.lastIndexOf("\n", end - 1);
    if (end === 0 || begin === -1 || !/^(?:#+|\d+[.)])$/.test(text.slice(begin, end).trimStart()))
      return text.slice(0, end);
    end = begin;
  }
}
