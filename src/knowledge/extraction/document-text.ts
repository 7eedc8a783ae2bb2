import type { DocumentKind } from "@contracts/knowledge.ts";

/** A piece of a document's text as its writer set it, in reading order. */
export interface TextBlock {
  text: string;
  /** From 1; null for kinds without pages. */
  page: number | null;
  /** `line`: an entry of a list or a row of a table, whose cells a tab parts. */
  kind: "heading" | "paragraph" | "line";
}

/** The text of a document in full. */
export interface DocumentText {
  /** Null for kinds without pages. */
  pageCount: number | null;
  blocks: TextBlock[];
}

/** What a reader of one kind needs. */
export interface ReadOptions {
  signal?: AbortSignal;
  /** @param done part that is read, from 0 to 1 */
  progress?: (done: number) => void;
}

/** Why a file cannot be taken. The message is one clear sentence for the person who chose it. */
export class UnreadableDocument extends Error {
  override readonly name = "UnreadableDocument";
}

/** As a sentence names a kind. */
export const KIND_WORDS: Record<DocumentKind, string> = {
  pdf: "PDF",
  doc: "Word 97 document (DOC)",
  docx: "Word document (DOCX)",
  txt: "plain text file (TXT)",
  md: "Markdown file (MD)",
};
