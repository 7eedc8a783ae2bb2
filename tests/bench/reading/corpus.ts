import { execFileSync, spawnSync } from "node:child_process";
import { PDFDocument, StandardFonts } from "@cantoo/pdf-lib";
import { docx, p, t } from "#tests/support/docx.ts";
import { HTML_FEATURES, SHEET_FEATURES } from "./page-features.ts";
import type { Piece } from "./table-features.ts";
import { MARKDOWN_FEATURES, TEXT_FEATURES } from "./text-features.ts";
import { WORD_FEATURES } from "./word-features.ts";
import { type Script, Words } from "./words.ts";

export interface Generated {
  /** What it holds, for messages. */
  features: string[];
  bytes: Uint8Array;
  /** The ending of its name, as it is written. */
  ending: "docx" | "html" | "pdf" | "md" | "txt";
  /** The kind that it is converted to before it is read. */
  kind: "docx" | "doc" | "pdf" | "md" | "txt";
  /** What is printed, for kinds that no independent reader knows. */
  printed?: string;
  /** What is printed on its pages and left out on purpose. */
  leftOut: string;
}

const FEATURES_OF_A_DOCUMENT = 8;

/** What stands at the top of the pages that a browser prints. */
export const WEB_HEADER = "Cascade: manual of the boiler";

/** Encodings that Debian's `iconv` writes, with the script of the text that they are for. */
const ENCODINGS: readonly [name: string, script: Script | null][] = [
  ["UTF-8", "greek"],
  ["UTF-16", "hangul"],
  ["WINDOWS-1252", null],
  ["CP850", null],
  ["SHIFT_JIS", "kana"],
  ["GB18030", "han"],
  ["EUC-KR", "hangul"],
  ["WINDOWS-1251", "cyrillic"],
];

/**
 * The lists of documents: 1 has numbers, 2 has bullets, 3 has letters and Roman numbers;
 * 4 numbers headings.
 */
const NUMBERING = (
  [
    ["decimal", "%1."],
    ["bullet", "•"],
    ["lowerLetter", "%1)"],
    ["upperRoman", "%1 -"],
  ] as const
)
  .map(
    ([format, text], at) =>
      `<w:abstractNum w:abstractNumId="${at}"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl><w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="${at === 0 ? "decimal" : "lowerRoman"}"/><w:lvlText w:val="${at === 0 ? "%1.%2" : "%2."}"/></w:lvl></w:abstractNum>`,
  )
  .concat(
    [1, 2, 3, 4].map((id) => `<w:num w:numId="${id}"><w:abstractNumId w:val="${id - 1}"/></w:num>`),
  )
  .join("");

const STYLES =
  '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style><w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/><w:basedOn w:val="Normal"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style><w:style w:type="paragraph" w:styleId="H2"><w:name w:val="heading 2"/><w:basedOn w:val="Normal"/><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="4"/></w:numPr><w:outlineLvl w:val="1"/></w:pPr></w:style><w:style w:type="character" w:styleId="Secret"><w:name w:val="Secret"/><w:rPr><w:vanish/></w:rPr></w:style>';

/** 60 documents; each feature of a kind is in some of them. */
export async function corpusOf(seed: number): Promise<Generated[]> {
  const words = (number: number) => new Words(seed * 1000 + number);
  const features = <Feature>(table: Readonly<Record<string, Feature>>, documents: number) =>
    dealt(Object.entries(table), documents, words(999));
  const written = await Promise.all(
    features(SHEET_FEATURES, 10).map((own, at) => sheetDocument(words(at), own)),
  );
  return [
    ...features(WORD_FEATURES, 14).map((own, at) => wordDocument(words(100 + at), own, "docx")),
    ...features(WORD_FEATURES, 8).map((own, at) => wordDocument(words(200 + at), own, "doc")),
    ...features(WORD_FEATURES, 4).map((own, at) => wordDocument(words(300 + at), own, "pdf")),
    ...features(HTML_FEATURES, 10).map((own, at) => webDocument(words(400 + at), own)),
    ...written,
    ...features(MARKDOWN_FEATURES, 6).map((own, at) => markdownDocument(words(500 + at), own)),
    ...ENCODINGS.map(([name, script], at) => textDocument(words(600 + at), name, script)),
  ];
}

/** Deals features to documents, so that each is in some of them. */
function dealt<Feature>(
  all: [string, Feature][],
  documents: number,
  words: Words,
): [string, Feature][][] {
  const cards: [string, Feature][] = [];
  return Array.from({ length: documents }, () => {
    const own = new Map<string, Feature>();
    while (own.size < Math.min(FEATURES_OF_A_DOCUMENT, all.length)) {
      if (cards.length === 0) cards.push(...words.shuffled(all));
      const [name, feature] = cards.pop() as [string, Feature];
      own.set(name, feature);
    }
    return [...own];
  });
}

type Features<Feature> = [string, Feature][];
const namesOf = (own: Features<unknown>) => own.map(([name]) => name);

function wordDocument(
  words: Words,
  own: Features<(typeof WORD_FEATURES)[string]>,
  kind: Generated["kind"],
): Generated {
  const pieces = own.map(([, feature]): Piece => {
    const piece = feature(words);
    return typeof piece === "string" ? { body: piece } : piece;
  });
  const parts = Object.assign({}, ...pieces.map((piece) => piece.parts));
  const edges = ["header", "footer"].map((name) =>
    `${name}1.xml` in parts ? `<w:${name}Reference w:type="default" r:id="${name}1.xml"/>` : "",
  );
  const body = pieces.map(({ body }) => body + p(t(words.paragraph()))).join("");
  return {
    features: namesOf(own),
    bytes: docx(`${body}<w:sectPr>${edges.join("")}<w:pgSz w:w="11906" w:h="16838"/></w:sectPr>`, {
      ...parts,
      "numbering.xml": NUMBERING,
      "styles.xml": STYLES,
    }),
    ending: "docx",
    kind,
    leftOut: pieces.map(({ leftOut = "" }) => leftOut).join(" "),
  };
}

function webDocument(words: Words, own: Features<(typeof HTML_FEATURES)[string]>): Generated {
  const html = own.map(([, piece]) => `${piece(words)}<p>${words.paragraph()}</p>`).join("");
  return {
    features: namesOf(own),
    bytes: Buffer.from(`<!doctype html><meta charset=utf-8><body>${html}`),
    ending: "html",
    kind: "pdf",
    leftOut: WEB_HEADER,
  };
}

async function sheetDocument(
  words: Words,
  own: Features<(typeof SHEET_FEATURES)[string]>,
): Promise<Generated> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (const half of [own.slice(0, own.length / 2), own.slice(own.length / 2)]) {
    const sheet = { pdf, font, page: pdf.addPage([595, 842]), y: 720 };
    for (const [, piece] of half) {
      await piece(words, sheet);
      sheet.y -= 150;
    }
  }
  return {
    features: namesOf(own),
    bytes: await pdf.save(),
    ending: "pdf",
    kind: "pdf",
    leftOut: "",
  };
}

function markdownDocument(
  words: Words,
  own: Features<(typeof MARKDOWN_FEATURES)[string]>,
): Generated {
  const pieces = own.map(([, piece]) => piece(words));
  return {
    features: namesOf(own),
    bytes: Buffer.from(pieces.map(({ source }) => source).join("\n\n")),
    ending: "md",
    kind: "md",
    printed: pieces.map(({ printed }) => printed).join("\n"),
    leftOut: "",
  };
}

function textDocument(words: Words, encoding: string, script: Script | null): Generated {
  const own = Object.entries(TEXT_FEATURES);
  const text = words
    .shuffled(own)
    .flatMap(([, piece]) => [piece(words), ...(script === null ? [] : [words.script(script, 12)])])
    .join("\n\n");
  // Without the letters that the encoding does not have.
  const { stdout: bytes } = spawnSync("iconv", ["-c", "-f", "UTF-8", "-t", encoding], {
    input: text,
  });
  return {
    features: [encoding],
    bytes,
    ending: "txt",
    kind: "txt",
    printed: execFileSync("iconv", ["-f", encoding, "-t", "UTF-8"], {
      input: bytes,
      encoding: "utf8",
    }),
    leftOut: "",
  };
}
