import { readBytes, readRanges, type WordFile } from "./word-file.ts";

/** Properties by their codes ("sprm"): the bytes of their values. */
export type Properties = ReadonlyMap<number, Uint8Array>;

/** The codes of the properties that decide what is printed, and where. */
export const CODES = {
  isDeleted: 0x0800,
  isFieldHidden: 0x0802,
  isStruck: 0x0837,
  isHidden: 0x083c,
  isStruckTwice: 0x2a53,
  isSpecial: 0x0855,
  characterStyle: 0x4a30,
  font: 0x4a4f,
  symbol: 0x6a09,
  isInTable: 0x2416,
  isRowEnd: 0x2417,
  listLevel: 0x260a,
  outlineLevel: 0x2640,
  isInnerCell: 0x244b,
  isInnerRowEnd: 0x244c,
  list: 0x460b,
  tableDepth: 0x6649,
  isHeadRow: 0x3404,
  columns: 0xd608,
} as const;

/** Adds the properties of a list of bytes to those that are known; a later value takes its place. */
export function withProperties(known: Properties, bytes: Uint8Array = NO_BYTES): Properties {
  if (bytes.length === 0) return known;
  const properties = new Map(known);
  for (let at = 0; at + 2 <= bytes.length; ) {
    const code = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
    at += 2;
    const [skip, length] = measureValue(code, bytes, at);
    properties.set(code, bytes.subarray(at + skip, at + skip + length));
    at += skip + length;
  }
  return properties;
}

/** How many bytes a value has, by the highest bits of its code; 0: its first byte counts them. */
const SIZES = [1, 1, 2, 4, 2, 2, 0, 3];

/** How many bytes stand before a property's value, and how many it has. */
function measureValue(code: number, bytes: Uint8Array, at: number): [skip: number, length: number] {
  const size = SIZES[code >> 13] ?? 0;
  if (size > 0) return [0, size];
  const [first = 0, second = 0] = bytes.subarray(at, at + 2);
  // The columns of a table may need more bytes than one byte can count.
  return code === CODES.columns ? [2, Math.max(0, (first | (second << 8)) - 1)] : [1, first];
}

/** A property's value as a number; undefined when it is not set. */
export function numberIn(properties: Properties, code: number): number | undefined {
  const bytes = properties.get(code);
  return bytes?.reduceRight((sum, byte) => sum * 256 + byte, 0);
}

/** Whether a property is on; 128 and 129 mean the style's value, and its opposite. */
export function isOn(properties: Properties, code: number, style?: Properties): boolean {
  const value = numberIn(properties, code);
  const inStyle = style !== undefined && numberIn(style, code) === 1;
  if (value === undefined || value === 128) return inStyle;
  return value === 129 ? !inStyle : value !== 0;
}

/** A range of bytes of the file's text with its properties. */
export interface Formatted {
  begin: number;
  end: number;
  properties: Uint8Array;
  /** Of a paragraph. */
  style: number;
}

const PAGE = 512;

/** The formatting of runs or paragraphs, in the order of the bytes that they describe. */
export function readFormatting(file: WordFile, of: "runs" | "paragraphs"): Formatted[] {
  const places = file.structure(of === "runs" ? 12 : 13);
  const pages = readRanges(places, 4);
  if (pages.length > file.main.byteLength / PAGE) {
    throw new Error("Pages of formatting are repeated.");
  }
  return pages.flatMap(({ data }) => {
    const page = places.getUint32(data, true) & 0x3fffff;
    return readFormattingPage(new DataView(file.main.buffer, page * PAGE, PAGE), of);
  });
}

function readFormattingPage(page: DataView, of: "runs" | "paragraphs"): Formatted[] {
  const ranges = readRanges(page, of === "runs" ? 1 : 13, page.getUint8(PAGE - 1));
  return ranges.map(({ data, ...range }) => {
    const offset = page.getUint8(data) * 2;
    if (offset === 0) return { ...range, style: 0, properties: NO_BYTES };
    const size = page.getUint8(offset);
    if (of === "runs") return { ...range, style: 0, properties: readBytes(page, offset + 1, size) };
    // A size of 0 is followed by the size in pairs of bytes.
    const [begin, length] =
      size === 0 ? [offset + 2, page.getUint8(offset + 1) * 2] : [offset + 1, size * 2 - 1];
    return {
      ...range,
      style: page.getUint16(begin, true),
      properties: readBytes(page, begin + 2, Math.max(0, length - 2)),
    };
  });
}

/** The entry of a sorted list that a byte of the file belongs to. */
export function formattedAt(list: readonly Formatted[], byte: number): Formatted | undefined {
  let [low, high] = [0, list.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const entry = list[middle];
    if (entry === undefined) return undefined;
    if (byte < entry.begin) high = middle - 1;
    else if (byte >= entry.end) low = middle + 1;
    else return entry;
  }
  return undefined;
}

/** A style of paragraphs or characters, with what it takes over from the style that it is based on. */
export interface DocStyle {
  /** Word's number for a style that it brings along: 1 to 9 are headings. */
  builtIn: number;
  paragraph: Properties;
  run: Properties;
}

export const NO_PROPERTIES: Properties = new Map();
const NO_BYTES = new Uint8Array();
const NO_STYLE: DocStyle = { builtIn: 0, paragraph: NO_PROPERTIES, run: NO_PROPERTIES };
const NO_BASE = 0xfff;

/** Looks up a document's styles by their indexes. */
export function readDocStyles(file: WordFile): (index: number) => DocStyle {
  const sheet = file.structure(1);
  if (sheet.byteLength === 0) return () => NO_STYLE;
  const baseSize = sheet.getUint16(4, true);
  const offsets: (number | null)[] = [];
  for (let at = 2 + sheet.getUint16(0, true); at + 2 <= sheet.byteLength; ) {
    const size = sheet.getUint16(at, true);
    offsets.push(size === 0 ? null : at + 2);
    at += 2 + size;
  }
  const known = new Map<number, DocStyle>();
  return function style(index): DocStyle {
    const before = known.get(index);
    if (before !== undefined) return before;
    const offset = offsets[index] ?? null;
    if (offset === null) return NO_STYLE;
    // A style that is based on itself inherits nothing.
    known.set(index, NO_STYLE);
    const kind = sheet.getUint16(offset + 2, true) & 0xf;
    const base = sheet.getUint16(offset + 2, true) >> 4;
    const inherited = base === NO_BASE ? NO_STYLE : style(base);
    const name = offset + baseSize;
    let at = name + 2 + (sheet.getUint16(name, true) + 1) * 2;
    const next = (): Uint8Array => {
      at += at % 2 === offset % 2 ? 0 : 1;
      if (at + 2 > sheet.byteLength) return NO_BYTES;
      const size = sheet.getUint16(at, true);
      const bytes = readBytes(sheet, at + 2, size);
      at += 2 + size;
      return bytes;
    };
    const paragraph = kind === 1 ? next().subarray(2) : NO_BYTES;
    const found = {
      builtIn: sheet.getUint16(offset, true) & 0xfff,
      paragraph: withProperties(inherited.paragraph, paragraph),
      run: withProperties(inherited.run, kind <= 2 ? next() : NO_BYTES),
    };
    known.set(index, found);
    return found;
  };
}

/** The names of a document's fonts. */
export function readFonts(file: WordFile): string[] {
  const list = file.structure(15);
  const names: string[] = [];
  for (let at = 4; at + 40 < list.byteLength; ) {
    const size = list.getUint8(at) + 1;
    const name = new TextDecoder("utf-16le").decode(
      new Uint8Array(list.buffer, list.byteOffset + at + 40, Math.max(0, size - 40)),
    );
    names.push(name.split("\0")[0] ?? "");
    at += size;
  }
  return names;
}
