import type { DocumentKind, ExtractedDocument, Passage } from "@contracts/knowledge.ts";
import { detectLanguage } from "@contracts/languages/detect-language.ts";
import { withoutExcessMarks } from "@contracts/terms/numbers-and-codes.ts";
import { splitIntoPassages } from "../split-into-passages.ts";
import { detectKind } from "./detect-kind.ts";
import {
  type DocumentText,
  type ReadOptions,
  type TextBlock,
  UnreadableDocument,
} from "./document-text.ts";

/**
 * Reads a document into passages. Uses no window, no DOM and no network.
 * @param name the file's name: its extension is checked against the content
 * @throws UnreadableDocument when it cannot be read; the signal's reason when it is aborted
 */
export async function extract(
  bytes: Uint8Array,
  name: string,
  options: ReadOptions = {},
): Promise<ExtractedDocument> {
  const kind = detectKind(bytes, name);
  const { pageCount, picturePages, blocks, unread = {} } = await read(kind, bytes, options);
  options.signal?.throwIfAborted();
  const passages = splitIntoPassages(
    blocks.map((block) => ({ ...block, text: storable(block.text) })),
  );
  if (passages.length === 0) throw new UnreadableDocument("This file holds no text.");
  const language = detectLanguage(passages.map(({ body }) => body));
  const reading = {
    share: sharePassed(blocks, passages, unread.letters ?? 0),
    untold_pages: unread.untoldPages ?? [],
    pictures: unread.pictures ?? 0,
    objects: unread.objects ?? 0,
  };
  return { kind, pageCount, picturePages, reading, language, passages };
}

/** The part of the letters of blocks, and of letters that were not read, that is in passages. */
function sharePassed(
  blocks: readonly TextBlock[],
  passages: readonly Passage[],
  unread: number,
): number {
  const printed = blocks.reduce((sum, { text }) => sum + countLetters(text), 0);
  const passed = passages.reduce((sum, { body }) => sum + countLetters(body), 0);
  // Passages repeat the heads of tables.
  return Math.round((Math.min(printed, passed) / (printed + unread)) * 10_000) / 10_000;
}

function countLetters(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}

/** Loads a reader only when a file needs it, because all readers are large. */
async function read(
  kind: DocumentKind,
  bytes: Uint8Array,
  options: ReadOptions,
): Promise<DocumentText> {
  switch (kind) {
    case "pdf":
      return (await import("./pdf/read.ts")).readPdf(bytes, options);
    case "docx":
      return (await import("./docx/read.ts")).readDocx(bytes);
    case "doc":
      return (await import("./doc/read.ts")).readDoc(bytes);
    case "txt":
      return (await import("./read-text.ts")).readPlainText(bytes);
    case "md":
      return (await import("./read-markdown.ts")).readMarkdown(bytes);
  }
}

/**
 * A text as it is printed. Removes characters that PostgreSQL cannot store in text, or that are not
 * seen: NUL, other control characters, lone surrogates, soft hyphens, spaces without a width.
 */
function storable(text: string): string {
  const seen = text.replaceAll(/(?![\t\n])\p{Cc}|\p{Cs}|[\u00ad\u200b\u2060\ufeff]/gu, "");
  return withoutExcessMarks(seen).normalize("NFC");
}
