import type { TextItem } from "pdfjs-dist/types/src/display/api.d.ts";
import { type DocumentText, type ReadOptions, UnreadableDocument } from "./document-text.ts";
import { blocksOfPages } from "./pdf-blocks.ts";
import { linesOf, type PdfLine, type PdfRun } from "./pdf-lines.ts";

/** @throws UnreadableDocument, or the signal's reason */
export async function readPdf(bytes: Uint8Array, options: ReadOptions): Promise<DocumentText> {
  // pdf.js looks for its worker code in this global first, and then runs it in the current thread,
  // which is a worker already.
  const [pdfjsWorker, { getDocument }] = await Promise.all([
    import("pdfjs-dist/legacy/build/pdf.worker.mjs"),
    import("pdfjs-dist/legacy/build/pdf.mjs"),
  ]);
  Object.assign(globalThis, { pdfjsWorker });
  const task = getDocument({
    // A copy, because pdf.js takes ownership of the bytes.
    data: bytes.slice(),
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    useWasm: false,
    verbosity: 0,
  });
  try {
    const pdf = await task.promise;
    const pages: PdfLine[][] = [];
    for (let number = 1; number <= pdf.numPages; number += 1) {
      options.signal?.throwIfAborted();
      const page = await pdf.getPage(number);
      const { items } = await page.getTextContent();
      pages.push(linesOf(items.filter((item) => "str" in item).map(runOf)));
      page.cleanup();
      options.progress?.(number / pdf.numPages);
    }
    const blocks = blocksOfPages(pages);
    if (blocks.length === 0) {
      throw new UnreadableDocument(
        "This PDF holds no text, only pictures or empty pages. Run text recognition on it and try again.",
      );
    }
    return { pageCount: pages.length, blocks };
  } catch (error) {
    throw options.signal?.aborted === true ? options.signal.reason : readable(error);
  } finally {
    await task.destroy();
  }
}

function runOf({ str, transform, width, height }: TextItem): PdfRun {
  const [, skew = 0, , up = 0, x = 0, y = 0] = transform as number[];
  return { text: str, x, y, width, size: height || Math.hypot(skew, up) };
}

function readable(error: unknown): UnreadableDocument {
  if (error instanceof UnreadableDocument) return error;
  return error instanceof Error && error.name === "PasswordException"
    ? new UnreadableDocument(
        "This PDF is protected by a password. Save it without one and try again.",
      )
    : new UnreadableDocument("This PDF is damaged, and its text cannot be read.");
}
