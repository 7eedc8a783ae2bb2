import { PDFDocument, StandardFonts } from "@cantoo/pdf-lib";

/** One grey dot, which is stretched over a page as the picture of a scanner is. */
const PICTURE =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGPYAgAAtgC1GKYl5AAAAABJRU5ErkJggg==";

/** What is on a page: text in lines, or the picture of a scanned one; both have the mark. */
export type ScannedPage = { lines: string[] } | "scanned";

/** A PDF of pages, some of which are pictures. @param mark stands at the foot of every page */
export async function scannedPdf(
  pages: readonly ScannedPage[],
  mark?: string,
): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const picture = await pdf.embedPng(PICTURE);
  for (const content of pages) {
    const page = pdf.addPage([595, 842]);
    if (content === "scanned") page.drawImage(picture, { x: 0, y: 0, width: 595, height: 842 });
    else {
      for (const [at, line] of content.lines.entries()) {
        page.drawText(line, { x: 50, y: 780 - 14 * at, size: 10, font });
      }
    }
    if (mark !== undefined) page.drawText(mark, { x: 50, y: 20, size: 8, font });
  }
  return await pdf.save();
}
