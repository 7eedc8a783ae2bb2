import type {
  PDFDocumentProxy,
  PDFPageProxy,
  TextItem,
} from "pdfjs-dist/types/src/display/api.d.ts";
import { findPictureFont, printedLetters } from "../symbol-fonts.ts";
import { largeSymbols } from "./fractions.ts";
import { applyTo, type Matrix, multiply } from "./geometry.ts";
import { hiddenText } from "./hidden-text.ts";
import type { PageContent, Run } from "./page-content.ts";
import { type Operations, readDrawing } from "./rulings.ts";
import { appearances, type FormElement, textsOfForm, writtenNotes } from "./written-notes.ts";

/** Weights from this one on are bold; ordinary text has 400, and 500 where a font has none. */
const BOLD = 600;
/** The fonts of TeX are bold by "BX" and "Medi". */
const BOLD_NAME =
  /bold|black|heavy|demi|\bbd\b|\b(cm|ec|sf)(ss)?b(x|\d)|\bsf(sx|xi)|-medi(ital|obli)?$/i;
/** The fonts of TeX that have the large brackets, roots and sums of formulas. */
const HANGING = /(^|\+)(cm|lm|px|tx|fm|mt)\w*ex[ab]?\d*$|mathextension/i;

/** A font as pdf.js reports it, with its file where that is inside the document. */
interface PdfFont {
  name?: string;
  bold?: boolean;
  black?: boolean;
  data?: Uint8Array;
  composite?: boolean;
  /** The names of its letters, by their codes. */
  differences?: (string | undefined)[];
  /** The letters that its codes mean; without a map when the document does not have them. */
  toUnicode?: { _map?: (string | undefined)[] };
}

/** Names that some programs give to the letters of a font, and that have no meaning. */
const NUMBERED_NAME = /^(g|gid|c|cid|glyph|index|char|a|i|x)_?\d+$/i;

/** Reads a page as a reader sees it: turned as the page is turned. */
export async function readPage(
  page: PDFPageProxy,
  ops: Operations,
  layers: Awaited<ReturnType<PDFDocumentProxy["getOptionalContentConfig"]>>,
): Promise<PageContent> {
  const { width, height, transform } = page.getViewport({ scale: 1 });
  // The viewport counts from the top.
  const upright = multiply([1, 0, 0, -1, 0, height], transform as unknown as Matrix);
  // Fonts are known after their operations.
  const operations = await page.getOperatorList();
  const drawing = readDrawing(operations, ops, upright);
  const isHidden = hiddenText(operations, ops, (layer) => layers.isVisible(layer as object));
  const { items, styles } = await page.getTextContent();
  const fonts = new Map<string, Font>();
  const content: PageContent = { width, height, runs: [], turned: [], drawing };
  // The texts of a form of the XML kind have no places; pdf.js leaves out what is filled in.
  const form = (await page.getXfa()) as FormElement | null;
  if (form !== null) content.turned = textsOfForm(form).filter((text) => text.trim() !== "");
  const places = new Set<string>();
  for (const item of form === null ? items : []) {
    if (!("str" in item) || item.str.trim() === "" || isHidden?.(item.str) === true) continue;
    const { fontName } = item;
    const font = fonts.get(fontName) ?? readFont(page, fontName, styles[fontName]?.fontFamily);
    fonts.set(fontName, font);
    if (font.isUntold) {
      content.unreadLetters = (content.unreadLetters ?? 0) + item.str.length;
      continue;
    }
    const str = printedLetters(item.str, font.pictures);
    const run = toRun({ ...item, str }, upright, font.look);
    if (run === null) content.turned.push(item.str);
    else if (!isShadow(run, places)) content.runs.push(run);
  }
  for (const note of await writtenNotes(page, upright, appearances(operations, ops))) {
    if (!isShadow(note, places)) content.runs.push(note);
  }
  return content;
}

type Font = ReturnType<typeof readFont>;

function readFont(page: PDFPageProxy, name: string, family: string | undefined) {
  const font: PdfFont | null = page.commonObjs.has(name) ? page.commonObjs.get(name) : null;
  const isBold =
    font?.bold === true ||
    font?.black === true ||
    isBoldName(font?.name ?? "") ||
    (font?.data instanceof Uint8Array && isBoldFile(font.data));
  const isHanging = HANGING.test(font?.name ?? "");
  /** The font's name if its letters are pictures. */
  const pictures = findPictureFont(font?.name ?? "");
  /** Whether the document lacks the meaning of its letters. */
  const isUntold = pictures === undefined && font !== null && hasUnknownLetters(font);
  return { look: { isBold, isMonospaced: family === "monospace", isHanging }, pictures, isUntold };
}

/** Whether a font counts or numbers its letters, without their meaning. */
function hasUnknownLetters({ composite, differences, toUnicode }: PdfFont): boolean {
  const map = toUnicode?._map;
  if (composite === true) return map === undefined;
  const names = (differences ?? []).flatMap((name, code) =>
    name === undefined || name === "space" ? [] : [{ name, code }],
  );
  return (
    names.length > 0 &&
    names.every(({ name, code }) => NUMBERED_NAME.test(name) && (map?.[code] ?? "") === "")
  );
}

/** Whether the same text was drawn almost at the same place before, as bold letters or a shadow. */
function isShadow({ text, x, y }: Run, places: Set<string>): boolean {
  const key = (right: number, up: number) =>
    `${Math.round(x / 2) + right} ${Math.round(y / 2) + up} ${text}`;
  const around = [-1, 0, 1].flatMap((right) => [-1, 0, 1].map((up) => key(right, up)));
  if (around.some((each) => places.has(each))) return true;
  places.add(key(0, 0));
  return false;
}

/** Null if the text is turned. */
function toRun(item: TextItem, upright: Matrix, font: Font["look"]): Run | null {
  const [a, b, c, d, e, f] = multiply(upright, item.transform as unknown as Matrix);
  if (a <= 0 || Math.abs(b) > 0.1 * a) return null;
  const scale = Math.hypot(...applyTo([a, b, c, d, 0, 0], 0, 1));
  const text = font.isHanging === true ? largeSymbols(item.str) : item.str;
  const isHanging = font.isHanging === true || text === "√";
  const size = item.height || scale;
  return { text, x: e, y: f, width: item.width, size, ...font, isHanging };
}

/** Whether a font is bold by its name, which its flag often does not show. */
export function isBoldName(name: string): boolean {
  return BOLD_NAME.test(name);
}

/**
 * Whether an OpenType or TrueType font is bold by its own tables. Documents that are printed to
 * PDF often have fonts whose names do not show it.
 * @param font the font file; false for any other bytes
 */
export function isBoldFile(font: Uint8Array): boolean {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const weight = numberIn(view, "OS/2", 4) ?? 0;
  // Its first bit is bold.
  const style = numberIn(view, "head", 44) ?? 0;
  return weight >= BOLD || (style & 1) === 1;
}

/** A number of 16 bits in a table of the font; null if the font has no such table. */
function numberIn(view: DataView, table: string, at: number): number | null {
  if (view.byteLength < 12) return null;
  const tables = view.getUint16(4);
  for (let entry = 12; entry < 12 + 16 * tables && entry + 16 <= view.byteLength; entry += 16) {
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((each) => view.getUint8(entry + each)));
    const place = view.getUint32(entry + 8) + at;
    if (tag === table) return place + 2 <= view.byteLength ? view.getUint16(place) : null;
  }
  return null;
}
