import { readFile } from "node:fs/promises";
import { PDFDocument, StandardFonts } from "@cantoo/pdf-lib";
import { utils, write } from "cfb";
import { expect, it } from "vitest";
import { extract } from "./extract.ts";

const FOLDER = new URL("../../../tests/fixtures/documents/", import.meta.url);

const fixture = async (name: string) => new Uint8Array(await readFile(new URL(name, FOLDER)));

const read = async (name: string) => extract(await fixture(name), name);

const encode = (text: string) => new TextEncoder().encode(text);

const refusalOf = async (bytes: Uint8Array, name: string): Promise<string> =>
  extract(bytes, name).then(
    () => "taken",
    (error: Error) => `${error.name}: ${error.message}`,
  );

const NO_TEXT =
  "This PDF holds no text, only pictures or empty pages. Run text recognition on it and try again.";
const TEXT_PAGE = {
  lines: ["Tighten the flange of the pump to 12 Nm before the unit is filled."],
};

it.each(["pdf", "doc", "docx", "txt", "md"])("reads a %s with its headings", async (kind) => {
  const document = await read(`small.${kind}`);
  expect(document.kind).toBe(kind);
  expect(document.passages.map(({ heading }) => heading)).toEqual([
    "Safety first",
    "Clearances",
    "Fault codes",
    "Commissioning",
    "Yearly maintenance",
  ]);
  const text = document.passages.map(({ body }) => body).join("\n");
  expect(text).toContain("it should be between 4 and 7 kelvin.");
  expect(text).toMatch(/E-47\tNo communication/);
});

it("keeps a PDF's page numbers of passages, without running header and footer", async () => {
  const { pageCount, passages } = await read("small.pdf");
  expect(pageCount).toBe(3);
  expect(passages.map(({ page }) => page)).toEqual([1, 2, 2, 3, 3]);
  const text = passages.map(({ body }) => body).join("\n");
  expect(text).not.toContain("Cascade Climate Services");
  expect(text).not.toMatch(/Page \d/);
  expect(text).toContain(
    "E-47\tNo communication with the indoor unit\tCheck terminals S1, S2 and S3",
  );
});

it("tells which pages of a PDF are pictures without text", async () => {
  const scanned = await read("half-scanned.pdf");
  expect([scanned.pageCount, scanned.picturePages]).toEqual([4, [2, 4]]);
  expect((await read("small.pdf")).picturePages).toEqual([]);
  expect((await read("small.docx")).picturePages).toBeNull();
});

it("takes for a picture a page on which the scanner has put its mark, and no empty page", async () => {
  const marked = await scannedPdf(["scanned", TEXT_PAGE, "scanned"], "Scanned by PaperCam");
  const { picturePages, passages } = await extract(marked, "marked.pdf");
  expect(picturePages).toEqual([1, 3]);
  expect(passages.map(({ page }) => page)).toEqual([2]);
  const empty = await scannedPdf([TEXT_PAGE, { lines: [] }, { lines: [] }], "Page of a manual");
  expect((await extract(empty, "empty-pages.pdf")).picturePages).toEqual([]);
});

it.each([
  ["encrypted.pdf", "This PDF is protected by a password. Save it without one and try again."],
  ["empty.pdf", NO_TEXT],
  ["image-only.pdf", NO_TEXT],
  ["renamed-program.pdf", "This file is damaged, or it is not a PDF although its name says so."],
  ["broken.docx", "This DOCX file is damaged, and its text cannot be read."],
  [
    "broken.doc",
    "This file is damaged, or it is not a Word 97 document (DOC) although its name says so.",
  ],
])("refuses %s in one sentence", async (name, sentence) => {
  expect(await refusalOf(await fixture(name), name)).toBe(`UnreadableDocument: ${sentence}`);
});

it("refuses a truncated document in one sentence", async () => {
  for (const name of ["small.pdf", "small.doc", "small.docx"]) {
    const bytes = await fixture(name);
    for (const part of [0.3, 0.6, 0.9]) {
      const cut = bytes.slice(0, Math.floor(bytes.length * part));
      expect(await refusalOf(cut, name)).toMatch(/^(taken|UnreadableDocument: This .*\.)$/);
    }
  }
});

it.each<[string, string, string | Uint8Array]>([
  [
    "small.pdf as small.docx",
    "This file is a PDF, although its name ends in .docx. Give it the ending .pdf and try again.",
    "small.pdf",
  ],
  ["small.doc as small.txt", "This file is a Word 97 document", "small.doc"],
  [
    "a document of Word 95 as old.doc",
    "This document was saved by Word 6 or 95. Open it in a newer Word",
    word95(),
  ],
  ["text as plain.exe", "Only PDF, DOC, DOCX, TXT, and MD files are allowed.", encode("plain")],
  ["text as plain.pdf", "This file is damaged, or it is not a PDF", encode("plain text")],
  ["a program as notes.txt", "not a plain text file", "renamed-program.pdf"],
  ["nothing as empty.txt", "This file is empty.", new Uint8Array()],
  ["blanks as blank.md", "This file holds no text.", encode(" \n\n")],
])("refuses %s", async (title, sentence, of) => {
  const bytes = typeof of === "string" ? await fixture(of) : of;
  const refusal = await refusalOf(bytes, title.split(" as ")[1] ?? "");
  expect(refusal).toContain("UnreadableDocument: ");
  expect(refusal).toContain(sentence);
});

const GERMAN = "Überhitzung 5 K – geprüft";
it.each<[string, Iterable<number>]>([
  ["UTF-8", encode(GERMAN)],
  ["UTF-8 with a byte order mark", encode(`\ufeff${GERMAN}`)],
  ["UTF-8 with letters in parts", encode(GERMAN.normalize("NFD"))],
  ["UTF-8 with characters that are not seen", encode(`\u001b${GERMAN}\u200b\u0090`)],
  ["UTF-16", Buffer.from(`\ufeff${GERMAN}`, "utf16le")],
  ["Windows-1252", Buffer.from(GERMAN.replace("–", "\x96"), "latin1")],
])("reads text in %s", async (_encoding, bytes) => {
  const { passages } = await extract(Uint8Array.from(bytes), "notes.TXT");
  expect(passages).toEqual([{ chunk_no: 0, page: null, heading: null, body: GERMAN }]);
});

it("reports its progress, and stops when its signal is aborted", async () => {
  const told: number[] = [];
  const bytes = await fixture("small.pdf");
  await extract(bytes.slice(), "small.pdf", { progress: (done) => told.push(done) });
  expect(told).toEqual([1 / 3, 2 / 3, 1]);
  const controller = new AbortController();
  const stopped = extract(bytes, "small.pdf", {
    signal: controller.signal,
    progress: () => controller.abort(),
  });
  await expect(stopped).rejects.toMatchObject({ name: "AbortError" });
});

/** A compound file whose document says that it has the structure of Word 95. */
function word95(): Uint8Array {
  const file = utils.cfb_new();
  utils.cfb_add(file, "WordDocument", Buffer.from([0xdc, 0xa5, 0x68, 0, ...Buffer.alloc(600)]));
  return new Uint8Array(write(file, { type: "buffer" }) as Buffer);
}

/** One grey dot, which is stretched over a page as the picture of a scanner is. */
const PICTURE =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGPYAgAAtgC1GKYl5AAAAABJRU5ErkJggg==";

/** What is on a page: text in lines, or the picture of a scanned one; both have the mark. */
type ScannedPage = { lines: string[] } | "scanned";

/** A PDF of pages, some of which are pictures. @param mark stands at the foot of every page */
async function scannedPdf(pages: readonly ScannedPage[], mark?: string): Promise<Uint8Array> {
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
