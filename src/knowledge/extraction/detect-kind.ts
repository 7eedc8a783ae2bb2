import { type DocumentKind, documentKindSchema } from "@contracts/knowledge.ts";
import { decodeText } from "./decode-text.ts";
import { KIND_NAMES, UnreadableDocument } from "./document-text.ts";

/** A PDF may begin with other bytes; readers search for its signature within this many bytes. */
const PDF_MARK_WITHIN = 1024;
const ZIP_MARK = [0x50, 0x4b, 0x03, 0x04];
const COMPOUND_MARK = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

/** The kind that a file's name claims; null when the knowledge base does not accept it. */
function kindByName(name: string): DocumentKind | null {
  // The name of a kind is its file extension.
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase();
  return documentKindSchema.safeParse(ending).data ?? null;
}

/**
 * The kind of a file, from its content and its name.
 * @throws UnreadableDocument when the two disagree or the content is of no accepted kind
 */
export function detectKind(bytes: Uint8Array, name: string): DocumentKind {
  const claimed = kindByName(name);
  if (claimed === null) {
    throw new UnreadableDocument("Only PDF, DOC, DOCX, TXT, and MD files are allowed.");
  }
  if (bytes.length === 0) throw new UnreadableDocument("This file is empty.");
  const found = kindByContent(bytes);
  if (found === claimed || (found === "text" && (claimed === "txt" || claimed === "md"))) {
    return claimed;
  }
  if (found === null || found === "text") {
    throw new UnreadableDocument(
      `This file is damaged, or it is not a ${KIND_NAMES[claimed]} although its name says so.`,
    );
  }
  throw new UnreadableDocument(
    `This file is a ${KIND_NAMES[found]}, although its name ends in .${claimed}. Give it the ending .${found} and try again.`,
  );
}

function kindByContent(bytes: Uint8Array): "pdf" | "doc" | "docx" | "text" | null {
  if (beginsWith(bytes, COMPOUND_MARK)) {
    // Names in a compound file are UTF-16.
    if (holds(bytes, utf16("EncryptedPackage"))) {
      throw new UnreadableDocument(
        "This document is protected by a password. Save it without one and try again.",
      );
    }
    return holds(bytes, utf16("WordDocument")) ? "doc" : null;
  }
  // Names in a ZIP stand uncompressed before the content.
  if (beginsWith(bytes, ZIP_MARK)) return holds(bytes, ascii("word/document")) ? "docx" : null;
  if (holds(bytes.subarray(0, PDF_MARK_WITHIN), ascii("%PDF-"))) return "pdf";
  return decodeText(bytes) === null ? null : "text";
}

function beginsWith(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, at) => bytes[at] === byte);
}

function holds(bytes: Uint8Array, wanted: readonly number[]): boolean {
  const first = wanted[0] ?? 0;
  for (let at = bytes.indexOf(first); at !== -1; at = bytes.indexOf(first, at + 1)) {
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return true;
  }
  return false;
}

function ascii(text: string): number[] {
  return [...text].map((letter) => letter.charCodeAt(0));
}

function utf16(text: string): number[] {
  return ascii(text).flatMap((code) => [code, 0]);
}
