import type { DocumentKind } from "@contracts/knowledge.ts";

/** A block of a document's text, in reading order. */
export interface TextBlock {
  text: string;
  /** From 1; null for kinds without pages. */
  page: number | null;
  /** `line`: a list entry, or a table row whose cells are separated by tabs. */
  kind: "heading" | "paragraph" | "line";
  /** Of a table row: the table's caption and head, for a passage that begins with this row. */
  head?: string;
}

/** The parts of a document that the reader finds and can't read. */
interface Unread {
  /** Letters of fonts without their meaning. */
  letters: number;
  untoldPages: number[];
  /** Pictures and objects of other programs in the text of kinds without pages. */
  pictures: number;
  objects: number;
}

/** The complete text of a document. */
export interface DocumentText {
  /** Null for kinds without pages. */
  pageCount: number | null;
  /** The pages that are a picture without text, in their order; null for kinds without pages. */
  picturePages: number[] | null;
  blocks: TextBlock[];
  unread?: Partial<Unread>;
}

/** Options of a document reader. */
export interface ReadOptions {
  signal?: AbortSignal;
  /** @param done the fraction that is read, from 0 to 1 */
  progress?: (done: number) => void;
  /** The folder of pdf.js's data files, if it is not where the app serves them. */
  pdfData?: string;
}

/**
 * Thrown when a file cannot be read. The message is one clear sentence for the person who chose it.
 */
export class UnreadableDocument extends Error {
  override readonly name = "UnreadableDocument";
}

/** For a file that becomes too large in memory. @param most bytes */
export function growsTooLarge(most: number): UnreadableDocument {
  return new UnreadableDocument(
    `This file grows to more than ${Math.round(most / 2 ** 20)} MB when it is unpacked. Divide it into smaller documents and try again.`,
  );
}

/** More than any manual has: what reads on and on without getting to an end. */
const MOST_LETTERS = 20_000_000;

/** Counts the letters that a reader takes out of a file, some of them perhaps again and again. */
export class LetterCount {
  #left = MOST_LETTERS;

  /** @throws UnreadableDocument when there are too many */
  add(letters: number): void {
    this.#left -= letters;
    if (this.#left >= 0) return;
    throw new UnreadableDocument(
      `This file has more than ${MOST_LETTERS / 1e6} million letters and lines. Divide it into smaller documents and try again.`,
    );
  }
}

/** The name of each kind within a sentence. */
export const KIND_NAMES: Record<DocumentKind, string> = {
  pdf: "PDF",
  doc: "Word 97 document (DOC)",
  docx: "Word document (DOCX)",
  txt: "plain text file (TXT)",
  md: "Markdown file (MD)",
};
