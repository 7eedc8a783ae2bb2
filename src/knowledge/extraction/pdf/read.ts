import {
  type DocumentText,
  LetterCount,
  type ReadOptions,
  UnreadableDocument,
} from "../document-text.ts";
import { blocksOfPage, joinedAcrossCuts, withHeadsAcrossPages } from "./blocks.ts";
import { withFractions } from "./fractions.ts";
import type { Box } from "./geometry.ts";
import { findGrids } from "./grids.ts";
import { measureStyle } from "./headings.ts";
import { orderColumns } from "./layout.ts";
import { joinRuns } from "./lines.ts";
import { collectWords } from "./mend-hyphens.ts";
import { readPage } from "./page.ts";
import type { PageContent } from "./page-content.ts";
import { pdfDataPath } from "./pdf-data-path.ts";
import { boundReading } from "./reading-bounds.ts";
import { withoutRunningLines } from "./running-lines.ts";
import { ruledTables } from "./tables.ts";

/** Pictures on a page without text that cover at least this part of it are what it shows. */
const PICTURE_PAGE = 0.05;
/** The same for a page that has only a header or a footer, or the mark of a scanner. */
const PICTURE_BELOW_HEADER = 0.3;
/** A page without text that has as many paths shows a drawing, or letters that are drawn. */
const DRAWN_PAGE = 100;
/** More pages than any manual has: each of them takes time and memory. */
const MOST_PAGES = 5_000;
/** A piece of text or a line takes as much memory as so many letters. */
const PIECE = 10;

/** @throws UnreadableDocument, or the signal's reason */
export async function readPdf(bytes: Uint8Array, options: ReadOptions): Promise<DocumentText> {
  const [{ WorkerMessageHandler }, { getDocument, OPS, PDFWorker, version }] = await Promise.all([
    import("pdfjs-dist/legacy/build/pdf.worker.mjs"),
    import("pdfjs-dist/legacy/build/pdf.mjs"),
  ]);
  const bounds = boundReading();
  // Both sides of pdf.js run in the current thread, which is a worker already.
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener("message", ({ data }) => bounds.addMessage(data));
  // Its types ask for a worker, of which it uses no more than a port has.
  const worker = PDFWorker.create({ port: port1 as unknown as Worker, verbosity: 0 });
  WorkerMessageHandler.initializeFromPort(port2);
  port1.start();
  port2.start();
  const task = getDocument({
    worker,
    // A copy, because pdf.js takes ownership of the bytes.
    data: bytes.slice(),
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    // The files of fonts, which contain their weights.
    fontExtraProperties: true,
    useWasm: false,
    // The encodings of Chinese, Japanese and Korean letters that documents name and do not hold.
    cMapUrl: `${options.pdfData ?? pdfDataPath(version)}cmaps/`,
    useWorkerFetch: options.pdfData === undefined,
    // A form of the XML kind is read instead of the page that asks to wait for it.
    enableXfa: true,
    // Pictures are not decoded: only their places are read.
    maxImageSize: 0,
  });
  const readPages = async () => {
    const pdf = await task.promise;
    const { info } = await pdf.getMetadata();
    if ("IsCollectionPresent" in info && info.IsCollectionPresent === true) {
      throw new UnreadableDocument(
        portfolioRefusal(Object.keys((await pdf.getAttachments()) ?? {})),
      );
    }
    if (pdf.numPages > MOST_PAGES) {
      throw new UnreadableDocument(
        `This PDF has ${pdf.numPages} pages, and at most ${MOST_PAGES} can be read. Divide it into smaller documents and try again.`,
      );
    }
    const layers = await pdf.getOptionalContentConfig();
    const pages: PageContent[] = [];
    const count = new LetterCount();
    for (let number = 1; number <= pdf.numPages; number += 1) {
      options.signal?.throwIfAborted();
      bounds.beginPage();
      const page = await pdf.getPage(number);
      const content = await readPage(page, OPS, layers);
      page.cleanup();
      count.add(memorySize(content));
      pages.push(content);
      options.progress?.(number / pdf.numPages);
    }
    return pages;
  };
  try {
    const pages = await Promise.race([readPages(), bounds.exceeded]);
    const { blocks, hasText } = textOfPages(pages);
    if (blocks.length === 0) {
      throw new UnreadableDocument(
        pages.some(({ unreadLetters = 0 }) => unreadLetters > 0)
          ? "This PDF does not tell what its letters mean. Run text recognition on it and try again."
          : "This PDF holds no text, only pictures or empty pages. Run text recognition on it and try again.",
      );
    }
    const picturePages = pages.flatMap((page, at) =>
      hasText[at] === false && !hasUnknownText(page) && isPicture(page) ? [at + 1] : [],
    );
    const untoldPages = pages.flatMap((page, at) => (hasUnknownText(page) ? [at + 1] : []));
    const letters = pages.reduce((sum, { unreadLetters = 0 }) => sum + unreadLetters, 0);
    return { pageCount: pages.length, picturePages, blocks, unread: { letters, untoldPages } };
  } catch (error) {
    throw options.signal?.aborted === true ? options.signal.reason : readable(error);
  } finally {
    bounds.stop();
    await task.destroy();
    worker.destroy();
    port1.close();
    port2.close();
  }
}

/** The memory that a page takes, in letters. */
function memorySize({ runs, turned, drawing: { horizontal, vertical } }: PageContent): number {
  const pieces = runs.length + turned.length + horizontal.length + vertical.length;
  return runs.reduce((sum, { text }) => sum + text.length, turned.join("").length) + PIECE * pieces;
}

/** Whether more of a page's letters are in fonts without their meaning than in others. */
function hasUnknownText({ runs, unreadLetters = 0 }: PageContent): boolean {
  return unreadLetters > runs.reduce((sum, { text }) => sum + text.length, 0);
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

/** A portfolio is a cover around other files, which have pages and names of their own. */
function portfolioRefusal(names: readonly string[]): string {
  const files = names.length === 1 ? "a file" : `${names.length} files`;
  const list = names.length === 0 ? "" : `: ${names.slice(0, 3).join(", ")}`;
  return `This PDF is a portfolio around ${files}${list}. Take them out of it and choose them one by one.`;
}

/** The text of a document's pages, in reading order, and whether each has more than headers and footers. */
export function textOfPages(drawnPages: readonly PageContent[]) {
  const pages = drawnPages.map(withFractions);
  const grids = pages.map(({ drawing }) => findGrids(drawing));
  const drawn = pages.map(({ height, runs }, at) => {
    const tables = (grids[at] ?? []).filter(({ rows, box }) => rows > 2 && spans(box, height));
    return { height, lines: joinRuns(runs), tables: tables.map(({ box }) => box) };
  });
  const { bodySize } = measureStyle(drawn.flatMap(({ lines }) => lines));
  const kept = withoutRunningLines(drawn, bodySize);
  // Most documents draw a column after the other.
  const inOrder = kept.flatMap((lines) => lines.toSorted((a, b) => a.drawn - b.drawn));
  const words = collectWords(inOrder.map(({ text }) => text));
  const parted = kept.map((lines, at) => {
    const own = new Set(lines.flatMap(({ runs }) => runs));
    // In the order of drawing, which shows what belongs together.
    const runs = pages[at]?.runs.filter((run) => own.has(run)) ?? [];
    return ruledTables(runs, grids[at] ?? [], words);
  });
  const loose = parted.map(({ rest }) => joinRuns(rest));
  const style = measureStyle(loose.flat());
  const blocks = pages.flatMap(({ turned }, at) => {
    const columns = orderColumns(loose[at] ?? [], parted[at]?.tables ?? []);
    const sideways = turned.join(" ").trim();
    return [
      ...blocksOfPage(columns, { page: at + 1, style, words }),
      ...(sideways === "" ? [] : [{ text: sideways, page: at + 1, kind: "paragraph" as const }]),
    ];
  });
  return {
    blocks: joinedAcrossCuts(withHeadsAcrossPages(blocks), words),
    hasText: pages.map(({ turned }, at) => turned.length > 0 || (kept[at] ?? []).length > 0),
  };
}

/** Whether a table goes on where no header and no footer stands. */
function spans({ top, bottom }: Box, height: number): boolean {
  return top - bottom > height * 0.1;
}
