import { Buffer } from "buffer";
import { type DocumentText, type TextBlock, UnreadableDocument } from "./document-text.ts";
import { isTitleLike } from "./read-text.ts";

/** Typographic quotes and dashes stay as they are. */
const AS_WRITTEN = { filterUnicode: false };

/** A line of more letters than this is a paragraph that something above it may head. */
const SHORTEST_PARAGRAPH = 80;

/**
 * Reads a Word 97 document. The format's reader gives text without styles: a short line right
 * before a paragraph counts as its heading.
 * @throws UnreadableDocument
 */
export async function readDoc(bytes: Uint8Array): Promise<DocumentText> {
  // The reader takes Node's Buffer from the global scope.
  globalThis.Buffer ??= Buffer;
  const [{ default: BufferReader }, { default: WordOleExtractor }] = await Promise.all([
    import("word-extractor/lib/buffer-reader.js"),
    import("word-extractor/lib/word-ole-extractor.js"),
  ]);
  let text: string;
  try {
    const document = await new WordOleExtractor().extract(new BufferReader(Buffer.from(bytes)));
    const parts = [document.getBody(AS_WRITTEN), document.getTextboxes(AS_WRITTEN)];
    text = [...parts, document.getFootnotes(AS_WRITTEN), document.getEndnotes(AS_WRITTEN)].join(
      "\n",
    );
  } catch {
    throw new UnreadableDocument(
      "This DOC file is damaged or protected, and its text cannot be read.",
    );
  }
  const lines = text.split(/[\n\r\f]/).map((line) => line.trim());
  return { pageCount: null, blocks: blocksOf(lines.filter((line) => line !== "")) };
}

function blocksOf(lines: readonly string[]): TextBlock[] {
  return lines.map((text, at): TextBlock => {
    if (text.includes("\t")) return { text, page: null, kind: "line" };
    const leads = (lines[at + 1] ?? "").length > SHORTEST_PARAGRAPH;
    const isHeading = isTitleLike(text) && (leads || at === 0);
    return { text, page: null, kind: isHeading ? "heading" : "paragraph" };
  });
}
