import { fileURLToPath } from "node:url";
import { PDFName } from "@cantoo/pdf-lib";
import { expect, it } from "vitest";
import { foreign, LINE, operate, type Sheet, sheet, untold } from "#tests/support/pdf-sheet.ts";
import { extract } from "../extract.ts";

const PDF_DATA = fileURLToPath(new URL("../../../../node_modules/pdfjs-dist/", import.meta.url));
const read = (bytes: Uint8Array) => extract(bytes, "manual.pdf", { pdfData: PDF_DATA });

it("tells how many letters of a PDF have no meaning, and on which pages", async () => {
  const bytes = await sheet((own) => {
    untold(own, "meaningless");
    const second = { ...own, page: own.pdf.addPage([595, 842]) };
    untold(second, "a page of letters without a meaning");
  });
  const { reading } = await read(bytes);
  const known = LINE.match(/[a-z0-9]/gi)?.length ?? 0;
  expect(reading.untold_pages).toEqual([2]);
  expect(reading.share).toBeCloseTo(known / (known + 11 + 35), 3);
});

it("takes a page of drawings for a picture, and not one of letters without a meaning", async () => {
  const drawings = "0 0 m 9 9 l S\n".repeat(100);
  const bytes = await sheet((own) => {
    const next = () => ({ ...own, page: own.pdf.addPage([595, 842]) });
    operate(next(), drawings);
    const letters = next();
    operate(letters, drawings);
    untold(letters, "a page of letters without a meaning");
  });
  const { picturePages, reading } = await read(bytes);
  expect([picturePages, reading.untold_pages]).toEqual([[2], [3]]);
});

it.each<[string, (sheet: Sheet) => unknown, string]>([
  [
    "whose letters are only numbered",
    (own) => untold(own, "no meaning at all"),
    "This PDF does not tell what its letters mean. Run text recognition on it",
  ],
  [
    "whose letters are numbers of shapes in a font",
    (own) => foreign(own, "Identity-H", "Identity", Uint8Array.of(0, 37, 0, 38, 0, 39)),
    "This PDF does not tell what its letters mean. Run text recognition on it",
  ],
  [
    "that is a portfolio of two files",
    async ({ pdf }) => {
      for (const name of ["Pump.pdf", "Fan.pdf"]) await pdf.attach(Uint8Array.of(120), name);
      pdf.catalog.set(PDFName.of("Collection"), pdf.context.obj({ Type: "Collection" }));
    },
    "This PDF is a portfolio around 2 files",
  ],
  [
    "that is an empty portfolio",
    ({ pdf }) =>
      pdf.catalog.set(PDFName.of("Collection"), pdf.context.obj({ Type: "Collection", View: "T" })),
    "This PDF is a portfolio around 0 files. Take them out",
  ],
])("refuses a PDF %s", async (_what, draw, sentence) => {
  await expect(read(await sheet(draw, ""))).rejects.toThrow(sentence);
});
