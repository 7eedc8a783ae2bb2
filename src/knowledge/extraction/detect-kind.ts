import { type DocumentKind, documentKindSchema } from "@contracts/knowledge.ts";
import { decodeText } from "./decode-text.ts";
import { KIND_NAMES, UnreadableDocument } from "./document-text.ts";

/** A PDF may begin with other bytes; readers search for its signature within this many bytes. */
const PDF_MARK_WITHIN = 1024;
const COMPOUND_MARK = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

/**
 * The kind of a file, from its content and its name.
 * @throws UnreadableDocument when the two disagree or the content is of no accepted kind
 */
export function detectKind(bytes: Uint8Array, name: string): DocumentKind {
  // The name of a kind is its file extension.
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase();
  const claimed = documentKindSchema.safeParse(ending).data;
  if (claimed === undefined) {
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
  const letters = new TextDecoder("latin1").decode(bytes);
  if (COMPOUND_MARK.every((byte, at) => bytes[at] === byte)) {
    if (letters.includes(utf16("EncryptedPackage"))) {
      throw new UnreadableDocument(
        "This document is protected by a password. Save it without one and try again.",
      );
    }
    return letters.includes(utf16("WordDocument")) ? "doc" : null;
  }
  // Names in a ZIP stand uncompressed before the content.
  if (letters.startsWith("PK\u0003\u0004"))
    return letters.includes("word/document") ? "docx" : null;
  if (letters.slice(0, PDF_MARK_WITHIN).includes("%PDF-")) return "pdf";
  return decodeText(bytes) === null ? null : "text";
}

/** A name as a compound file has it. */
function utf16(name: string): string {
  return [...name, ""].join("\0");
}
