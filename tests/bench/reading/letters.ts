// Compares what the readers keep of 60 generated documents with what independent readers see:
// LibreOffice and poppler. For Markdown and plain text, it is what was written.
import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { chromium } from "playwright";
import { beforeAll, expect, it } from "vitest";
import { extract } from "#knowledge/extraction/extract.ts";
import { findChromium } from "#tests/support/setup/chromium.mjs";
import { installDebianPackages } from "#tests/support/setup/debian-packages.mjs";
import { corpusOf, type Generated, WEB_HEADER } from "./corpus.ts";
import { codesOf } from "./words.ts";

/** The largest part of a document's letters that may be lost. */
const MOST_LOST = 0.001;
const PDF_DATA = join(import.meta.dirname, "../../../node_modules/pdfjs-dist/");

/** The fonts that are installed have no letters of these scripts: the pages of PDFs have boxes there. */
const NO_FONT = /\p{Script=Hangul}|\p{Script=Thai}/u;

interface Loss {
  document: string;
  /** How many letters are lost, and of how many. */
  lost: number;
  letters: number;
  which: string;
  codes: string[];
}

beforeAll(() => {
  const readers = ["libreoffice-writer-nogui", "poppler-utils"];
  installDebianPackages(...readers, "fonts-dejavu-core", "fonts-droid-fallback");
});

it("keeps all letters of 60 documents that LibreOffice and poppler see", async () => {
  const folder = await mkdtemp(join(tmpdir(), "letters-"));
  try {
    const corpus = await corpusOf(Number(process.env.TEST_SEED));
    expect(corpus).toHaveLength(60);
    const names = await writeAll(corpus, folder);
    const losses: Loss[] = [];
    for (const [at, document] of corpus.entries()) {
      losses.push(await lossOf(document, names[at] ?? "", folder));
    }
    const sum = (figure: "lost" | "letters") => losses.reduce((all, loss) => all + loss[figure], 0);
    console.info(`${sum("lost")} of ${sum("letters")} letters are lost.`);
    expect(
      losses.filter(({ lost, letters, codes }) => codes.length > 0 || lost > MOST_LOST * letters),
    ).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

/** Writes the documents in their kinds, and beside them as PDF and as text. @returns their names */
async function writeAll(corpus: readonly Generated[], folder: string): Promise<string[]> {
  const named = corpus.map((document, at) => ({ ...document, name: `${document.kind}-${at}` }));
  for (const { name, ending, bytes } of named)
    await writeFile(join(folder, `${name}.${ending}`), bytes);
  const convert = (kind: string, of: readonly { name: string }[], from: string) =>
    execFileSync(
      "soffice",
      [
        ...["--headless", `-env:UserInstallation=file://${folder}/profile`, "--convert-to", kind],
        ...["--outdir", folder, ...of.map(({ name }) => join(folder, `${name}.${from}`))],
      ],
      { stdio: "ignore" },
    );
  const written = (ending: string, ...kinds: string[]) =>
    named.filter((document) => document.ending === ending && kinds.includes(document.kind));
  convert("doc:MS Word 97", written("docx", "doc"), "docx");
  for (const kind of ["docx", "doc"]) {
    convert("txt:Text (encoded):UTF8", written("docx", kind), kind);
    convert("pdf", written("docx", kind), kind);
  }
  convert("pdf", written("docx", "pdf"), "docx");
  const browser = await chromium.launch({ executablePath: await findChromium() });
  const page = await browser.newPage();
  for (const { name } of written("html", "pdf")) {
    await page.goto(`file://${folder}/${name}.html`);
    await page.pdf({
      path: join(folder, `${name}.pdf`),
      format: "A4",
      displayHeaderFooter: true,
      headerTemplate: `<span style="font-size:8px;margin:auto">${WEB_HEADER}</span>`,
      footerTemplate: '<span class="pageNumber" style="font-size:8px;margin:auto"></span>',
      margin: { top: "2cm", bottom: "2cm" },
    });
  }
  await browser.close();
  return named.map(({ name }) => name);
}

async function lossOf(document: Generated, name: string, folder: string): Promise<Loss> {
  const file = `${name}.${document.kind}`;
  const bytes = new Uint8Array(await readFile(join(folder, file)));
  const { passages } = await extract(bytes, file, { pdfData: PDF_DATA });
  const kept = lettersOf(passages.map(({ body }) => body).join("\n"));
  const has = countsOf(kept);
  const { letters, codes } = await seenIn(document, name, folder);
  const which = [...letters]
    .map(([letter, count]) => letter.repeat(Math.max(0, count - (has.get(letter) ?? 0))))
    .join("");
  return {
    document: `${name}: ${document.features.join(", ")}`,
    lost: which.length,
    letters: [...letters.values()].reduce((all, count) => all + count, 0),
    which,
    codes: codes.filter((code) => !kept.includes(lettersOf(code))),
  };
}

/** Each letter as often as one of the independent readers sees it, and the codes that they see. */
async function seenIn(
  { kind, leftOut, printed }: Generated,
  name: string,
  folder: string,
): Promise<{ letters: Map<string, number>; codes: string[] }> {
  const file = join(folder, name);
  const text = printed ?? (kind === "pdf" ? "" : await readFile(`${file}.txt`, "utf8"));
  const pages =
    printed === undefined
      ? execFileSync("pdftotext", ["-enc", "UTF-8", `${file}.pdf`, "-"], { encoding: "utf8" })
      : "";
  const letters = countsOf(lettersOf(text));
  // A page's number is printed on it.
  const knownText = pages.split("\f").map((_, at) => `${leftOut} ${at + 1}`);
  const known = countsOf(lettersOf(knownText.join(" ")));
  for (const [letter, count] of countsOf(lettersOf(pages))) {
    letters.set(letter, Math.max(letters.get(letter) ?? 0, count));
  }
  for (const [letter, count] of known) {
    letters.set(letter, Math.max(0, (letters.get(letter) ?? 0) - count));
  }
  if (kind === "pdf")
    for (const letter of letters.keys()) if (NO_FONT.test(letter)) letters.delete(letter);
  const codes = codesOf(`${text} ${pages}`).filter((code) => !leftOut.includes(code));
  return { letters, codes: [...new Set(codes)] };
}

/** The letters, digits and symbols of a text, as far as they do not only look different. */
function lettersOf(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{S}]/gu, "");
}

function countsOf(letters: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const letter of letters) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return counts;
}
