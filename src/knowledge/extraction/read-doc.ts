import { Buffer } from "buffer";
import { type DocumentText, type TextBlock, UnreadableDocument } from "./document-text.ts";
import { isTitleLike } from "./read-text.ts";

/** Keeps typographic quotes and dashes unchanged. */
const AS_WRITTEN = { filterUnicode: false };

/**
 * A line with more characters than this is a paragraph, and the line above it may be its heading.
 */
const SHORTEST_PARAGRAPH = 80;

/**
 * Reads a Word 97 document. The library returns text without styles, so a short line right before a
 * paragraph counts as its heading.
 * @throws UnreadableDocument
 */
export async function readDoc(bytes: Uint8Array): Promise<DocumentText> {
  // The library uses Node's global Buffer.
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
  return {
    pageCount: null,
    picturePages: null,
    blocks: blocksOf(lines.filter((line) => line !== "")),
  };
}

function blocksOf(lines: readonly string[]): TextBlock[] {
  return lines.map((text, at): TextBlock => {
    if (text.includes("\t")) return { text, page: null, kind: "line" };
    const leads = (lines[at + 1] ?? "").length > SHORTEST_PARAGRAPH;
    const isHeading = isTitleLike(text) && (leads || at === 0);
    return { text, page: null, kind: isHeading ? "heading" : "paragraph" };
  });
}
