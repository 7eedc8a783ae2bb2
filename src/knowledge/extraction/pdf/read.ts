import { type DocumentText, type ReadOptions, UnreadableDocument } from "../document-text.ts";
import { textOfPages } from "./document-blocks.ts";
import { readPage } from "./page.ts";
import type { PageContent } from "./page-content.ts";

/** Pictures on a page without text that cover at least this part of it are what it shows. */
const PICTURE_PAGE = 0.05;
/** The same for a page that has only a header or a footer, or the mark of a scanner. */
const PICTURE_BELOW_HEADER = 0.3;
/** A page without text that has as many paths shows a drawing, or letters that are drawn. */
const DRAWN_PAGE = 100;

/** @throws UnreadableDocument, or the signal's reason */
export async function readPdf(bytes: Uint8Array, options: ReadOptions): Promise<DocumentText> {
  // pdf.js looks for its worker code in this global first, and then runs it in the current thread,
  // which is a worker already.
  const [pdfjsWorker, { getDocument, OPS }] = await Promise.all([
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
    // The files of fonts, which tell their weights.
    fontExtraProperties: true,
    useWasm: false,
    verbosity: 0,
    // Pictures are not decoded: only their places are read.
    maxImageSize: 0,
  });
  try {
    const pdf = await task.promise;
    const pages: PageContent[] = [];
    for (let number = 1; number <= pdf.numPages; number += 1) {
      options.signal?.throwIfAborted();
      const page = await pdf.getPage(number);
      pages.push(await readPage(page, OPS));
      page.cleanup();
      options.progress?.(number / pdf.numPages);
    }
    const { blocks, hasText } = textOfPages(pages);
    if (blocks.length === 0) {
      throw new UnreadableDocument(
        "This PDF holds no text, only pictures or empty pages. Run text recognition on it and try again.",
      );
    }
    const picturePages = pages.flatMap((page, at) =>
      hasText[at] === false && isPicture(page) ? [at + 1] : [],
    );
    return { pageCount: pages.length, picturePages, blocks };
  } catch (error) {
    throw options.signal?.aborted === true ? options.signal.reason : readable(error);
  } finally {
    await task.destroy();
  }
}

/** Whether a page without text besides headers and footers is a picture. */
function isPicture({ runs, drawing, width, height }: PageContent): boolean {
  const isMarked = runs.length > 0;
  const least = isMarked ? PICTURE_BELOW_HEADER : PICTURE_PAGE;
  const isPictured = drawing.pictures >= least * width * height;
  return isPictured || (!isMarked && drawing.paths >= DRAWN_PAGE);
}

function readable(error: unknown): UnreadableDocument {
  if (error instanceof UnreadableDocument) return error;
  return error instanceof Error && error.name === "PasswordException"
    ? new UnreadableDocument(
        "This PDF is protected by a password. Save it without one and try again.",
      )
    : new UnreadableDocument("This PDF is damaged, and its text cannot be read.");
}
