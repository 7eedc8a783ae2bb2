import { deflateSync } from "node:zlib";
import { utils, write } from "cfb";
import { strToU8, zipSync } from "fflate";
import { afterEach, expect, it, vi } from "vitest";
import { docx, p, t } from "#tests/support/docx.ts";
import { extract } from "./extract.ts";
import { extractDocument } from "./extract-document.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const MEBIBYTE = 2 ** 20;
const TEXT = "BT /F 9 Tf 50 700 Td (Tighten the flange of the pump to 12 Nm.) Tj ET\n";

const stream = (keys: string, content: Uint8Array | string) =>
  Buffer.concat([
    Buffer.from(`<<${keys}>>stream\n`),
    Buffer.from(content),
    Buffer.from("\nendstream"),
  ]);
const deflated = (bytes: number) => deflateSync(Buffer.alloc(bytes, " "));

/** A PDF of a page, and of objects from number 5 on. */
const pdf = (resources: string, content: Uint8Array, ...more: (Uint8Array | string)[]) =>
  pdfOf(
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<<${FONT}${resources}>>>>`,
    content,
    ...more,
  );
const FONT = "/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>";

function pdfOf(...objects: (Uint8Array | string)[]): Uint8Array {
  const parts = objects.flatMap((object, at) => [`${at + 1} 0 obj\n`, object, "\nendobj\n"]);
  const all = ["%PDF-1.7\n", ...parts, "trailer<</Root 1 0 R>>"].map((part) => Buffer.from(part));
  return new Uint8Array(Buffer.concat(all));
}

/** A form that draws the next one a dozen times, and so on. */
function nestedForms(depth: number): Uint8Array {
  const draw = "/X Do\n".repeat(12);
  const forms = Array.from({ length: depth }, (_, at) =>
    stream(`/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X ${6 + at} 0 R>>>>`, draw),
  );
  return pdf(
    "/XObject<</X 5 0 R>>",
    stream("", draw),
    ...forms,
    stream("/Subtype/Form/BBox[0 0 9 9]", TEXT),
  );
}

const pagesOf = (count: number) =>
  pdfOf(
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Count ${count}/Kids[${Array.from({ length: count }, (_, at) => `${3 + at} 0 R`).join(" ")}]>>`,
    ...Array.from({ length: count }, () => "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>"),
  );

/** A DOCX file whose headers say that each part has a hundred bytes. */
function understated(parts: Record<string, Uint8Array>): Uint8Array {
  const zip = zipSync(parts, { level: 1 });
  const view = new DataView(zip.buffer, zip.byteOffset);
  for (let at = 0; at + 4 < zip.length; at += 1) {
    const mark = view.getUint32(at, true);
    if (mark === 0x04034b50) view.setUint32(at + 22, 100, true);
    if (mark === 0x02014b50) view.setUint32(at + 24, 100, true);
  }
  return zip;
}

const DOCUMENT =
  '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">';
const part = (bytes: number) => {
  const xml = Buffer.alloc(bytes, " ");
  xml.set(strToU8(DOCUMENT));
  return new Uint8Array(xml);
};

/** A DOC file of streams that all claim the same sectors. */
function sharedSectors(): Uint8Array {
  const file = utils.cfb_new();
  utils.cfb_add(file, "WordDocument", Buffer.alloc(100_000));
  for (let n = 0; n < 50; n += 1) utils.cfb_add(file, `S${n}`, Buffer.alloc(5_000));
  const bytes = new Uint8Array(write(file, { type: "buffer" }) as Buffer);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 512; at + 128 <= bytes.length; at += 128) {
    if (view.getUint32(at + 120, true) === 5_000) view.setUint32(at + 120, 0x7fff_0000, true);
  }
  return bytes;
}

const UNPACKED = /^This file grows to more than \d+ MB when it is unpacked\. Divide it/;
const NOTES = ["a", "b", "c", "d", "e", "f", "g", "h"];

it.each<[string, string, () => Uint8Array, RegExp]>([
  [
    "a packed page",
    "pdf",
    () => pdf("", stream("/Filter/FlateDecode", deflated(140 * MEBIBYTE))),
    UNPACKED,
  ],
  [
    "a page that was packed twice",
    "pdf",
    () =>
      pdf("", stream("/Filter[/FlateDecode/FlateDecode]", deflateSync(deflated(140 * MEBIBYTE)))),
    UNPACKED,
  ],
  [
    "a colour of a table with 400 million values",
    "pdf",
    () =>
      pdf(
        "/ColorSpace<</C[/Separation/Spot/DeviceRGB 5 0 R]>>",
        stream("", `/C cs 1 scn\n${TEXT}`),
        stream(
          "/FunctionType 0/Domain[0 1 0 1]/Range[0 1]/Size[20000 20000]/BitsPerSample 8/Filter/FlateDecode",
          deflated(1000),
        ),
      ),
    UNPACKED,
  ],
  [
    "forms in forms",
    "pdf",
    () => nestedForms(6),
    /^A page of this PDF has more than 1 million drawing/,
  ],
  [
    "many pages",
    "pdf",
    () => pagesOf(5_001),
    /^This PDF has 5001 pages, and at most 5000 can be read\./,
  ],
  [
    "a part whose size is wrong",
    "docx",
    () => understated({ "word/document.xml": part(70 * MEBIBYTE) }),
    UNPACKED,
  ],
  [
    "many parts",
    "docx",
    () =>
      zipSync(
        {
          "word/document.xml": strToU8(DOCUMENT),
          ...Object.fromEntries(NOTES.map((name) => [`word/${name}.xml`, part(9 * MEBIBYTE)])),
        },
        { level: 1 },
      ),
    UNPACKED,
  ],
  ["many elements", "docx", () => docx("<w:p/>".repeat(4_100_000)), UNPACKED],
  [
    "notes with notes",
    "docx",
    () => {
      const reference = (id: number) => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`;
      const notes = Array.from(
        { length: 9 },
        (_, id) =>
          `<w:footnote w:id="${id}">${p(t("Use the tool KP-7. ".repeat(20)) + reference(id + 1).repeat(8))}</w:footnote>`,
      );
      return docx(p(t("Pump") + reference(0)), { "footnotes.xml": notes.join("") });
    },
    /^This file has more than 20 million letters and lines\./,
  ],
  ["streams in the same sectors", "doc", sharedSectors, /^This DOC file is damaged or protected/],
])("a small file with %s is refused in words (%s)", async (_, kind, make, sentence) => {
  const refusal = await extract(make(), `bomb.${kind}`).catch((error: Error) => error);
  expect(refusal).toMatchObject({
    name: "UnreadableDocument",
    message: expect.stringMatching(sentence),
  });
});

it.each([
  ["quotations in quotations", `${">".repeat(20_000)} Close valve V2.`],
  ["thousands of pictures that have no end", `${"![a](".repeat(50_000)} Close valve V2.`],
  ["such pictures in a table", `|A|\n|-|\n|${"![a](".repeat(50_000)} Close valve V2.|`],
])("Markdown with %s is read soon", async (_, text) => {
  const { passages } = await extract(strToU8(text), "manual.md");
  expect(passages.at(-1)?.body).toContain("Close valve V2.");
});

it("a cell over a billion columns is read as one", async () => {
  const span = '<w:tcPr><w:gridSpan w:val="999999999"/></w:tcPr>';
  const row = `<w:tr><w:tc>${span}${p(t("HP-240"))}</w:tc><w:tc>${p(t("E-31"))}</w:tc></w:tr>`;
  const { passages } = await extract(docx(`<w:tbl>${row}</w:tbl>`), "wide.docx");
  expect(passages[0]?.body).toBe("HP-240\tE-31");
});

it("a worker that tells nothing of its progress, or never comes to an end, is ended", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const terminate = vi.fn();
  let tell = (_: object) => {};
  vi.stubGlobal(
    "Worker",
    class extends EventTarget {
      terminate = terminate;
      postMessage({ port }: { port: MessagePort }) {
        tell = (news) => port.postMessage(news);
      }
    },
  );
  const told = vi.fn();
  const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * 60_000);
  const read = () => extractDocument(new ArrayBuffer(9), "slow.pdf", { progress: told });
  const refused = (reading: Promise<unknown>) =>
    expect(reading).rejects.toThrow("Reading this file takes too long.");

  const silent = refused(read());
  await minutes(2);
  await silent;
  expect(terminate).toHaveBeenCalledTimes(1);

  const endless = refused(read());
  for (let page = 1; page <= 15; page += 1) {
    expect(terminate).toHaveBeenCalledTimes(1);
    tell({ kind: "progress", done: page / 60_000 });
    await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(page));
    await minutes(1);
  }
  expect(terminate).toHaveBeenCalledTimes(2);
  await endless;
});
