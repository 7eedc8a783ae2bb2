import type { DocumentKind, Passage } from "@contracts/knowledge.ts";
import { passagesOf } from "../passages.ts";
import { detectKind } from "./detect-kind.ts";
import { type DocumentText, type ReadOptions, UnreadableDocument } from "./document-text.ts";

/** What the knowledge base keeps of a document. */
export interface ExtractedDocument {
  kind: DocumentKind;
  /** Null for kinds without pages. */
  pageCount: number | null;
  passages: Passage[];
}

/**
 * Reads a document into passages. Needs neither window nor document, and touches no network.
 * @param name the file's name: its ending counts beside the content
 * @throws UnreadableDocument when it cannot be taken; the reason of the signal when that aborts
 */
export async function extract(
  bytes: Uint8Array,
  name: string,
  options: ReadOptions = {},
): Promise<ExtractedDocument> {
  const kind = detectKind(bytes, name);
  const { pageCount, blocks } = await read(kind, bytes, options);
  options.signal?.throwIfAborted();
  const passages = passagesOf(blocks.map((block) => ({ ...block, text: storable(block.text) })));
  if (passages.length === 0) throw new UnreadableDocument("This file holds no text.");
  return { kind, pageCount, passages };
}

/** Readers are loaded when a file needs them: none of them is small. */
async function read(
  kind: DocumentKind,
  bytes: Uint8Array,
  options: ReadOptions,
): Promise<DocumentText> {
  switch (kind) {
    case "pdf":
      return (await import("./read-pdf.ts")).readPdf(bytes, options);
    case "docx":
      return (await import("./read-docx.ts")).readDocx(bytes);
    case "doc":
      return (await import("./read-doc.ts")).readDoc(bytes);
    case "txt":
      return (await import("./read-text.ts")).readPlainText(bytes);
    case "md":
      return (await import("./read-text.ts")).readMarkdown(bytes);
  }
}

/** Without what PostgreSQL stores in no text: NUL, other control characters, halves of characters. */
function storable(text: string): string {
  return text.replaceAll(/(?![\t\n])\p{Cc}|\p{Cs}/gu, "");
}
