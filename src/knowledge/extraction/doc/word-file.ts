import { find, read } from "cfb";
import { UnreadableDocument } from "../document-text.ts";

/** Word 97 and later; before it, files had another structure. */
const WORD_97 = 0xc1;
const ENCRYPTED = 0x0100;
const IN_SECOND_TABLE = 0x0200;

/** A piece of the text; positions are characters from the start of the text, or bytes of the file. */
interface Piece {
  begin: number;
  end: number;
  offset: number;
  /** One byte a character, in Windows-1252; otherwise UTF-16. */
  isNarrow: boolean;
  /** Properties that a quick save has put on the whole piece. */
  properties: Uint8Array;
}

/** A Word 97 file: its text in pieces, and its tables of properties. [MS-DOC] */
export type WordFile = ReturnType<typeof openWordFile>;

/** @throws UnreadableDocument */
export function openWordFile(bytes: Uint8Array) {
  const container = read(withoutSharedSectors(bytes), { type: "array" });
  const main = openStream(container, "WordDocument");
  if (main.getUint16(2, true) < WORD_97) {
    throw new UnreadableDocument(
      "This document was saved by Word 6 or 95. Open it in a newer Word, save it as DOCX and try again.",
    );
  }
  const flags = main.getUint16(0x0a, true);
  if ((flags & ENCRYPTED) !== 0) {
    throw new UnreadableDocument(
      "This document is protected by a password. Save it without one and try again.",
    );
  }
  const table = openStream(container, (flags & IN_SECOND_TABLE) === 0 ? "0Table" : "1Table");
  /** A structure of the table stream by its index in the header; empty when the file has none. */
  const structure = (index: number) => {
    const at = 0x9a + index * 8;
    if (at + 8 > main.byteLength) return new DataView(new ArrayBuffer(0));
    const [offset, length] = [main.getUint32(at, true), main.getUint32(at + 4, true)];
    return new DataView(table.buffer, table.byteOffset + offset, length);
  };
  // The main text, footnotes, headers, macros, comments, endnotes and boxes follow each other.
  const lengths = Array.from({ length: 6 }, (_, at) => main.getUint32(0x4c + at * 4, true));
  const begin = (part: number) => lengths.slice(0, part).reduce((sum, length) => sum + length, 0);
  /** Where the parts begin that follow the main one, in characters. */
  const begins = { footnotes: begin(1), endnotes: begin(5), boxes: begin(6) };
  const pieces = readPieces(structure(33));
  const isInOrder = pieces.every(({ begin, end }) => begin <= end);
  // Each letter takes a byte at least: pieces that share bytes could have any number of letters.
  if (!isInOrder || (pieces.at(-1)?.end ?? 0) > main.byteLength) {
    throw new Error("The pieces of the text are damaged.");
  }
  return { main, table, structure, begins, pieces };
}

const ENTRY = 128;
const STREAM = 2;
/** A compound file may have another one in a stream, whose directory is counted with its own. */
const MOST_NESTED = 4;

/**
 * The bytes of a compound file, whose streams cannot be larger together than the file: each of them
 * is copied out of it.
 * @throws Error when they are, because they share sectors
 */
function withoutSharedSectors(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let streams = 0;
  // Wherever entries of the directory may stand.
  for (let at = 512; at + ENTRY <= view.byteLength; at += ENTRY) {
    const letters = view.getUint16(at + 64, true) / 2;
    const isNamed = Number.isInteger(letters) && letters > 1 && letters <= 32;
    if (!isNamed || view.getUint8(at + 66) !== STREAM || view.getUint8(at + 67) > 1) continue;
    streams += Math.min(view.getUint32(at + 120, true), view.byteLength);
  }
  if (streams > MOST_NESTED * view.byteLength) throw new Error("Streams share sectors.");
  return bytes;
}

function openStream(container: ReturnType<typeof read>, name: string): DataView {
  const content = find(container, name)?.content;
  if (content === undefined) throw new Error(`The file has no stream ${name}.`);
  const bytes = Uint8Array.from(content);
  return new DataView(bytes.buffer);
}

/** The pieces of the text, from the structure "Clx". */
function readPieces(clx: DataView): Piece[] {
  const shared: Uint8Array[] = [];
  let at = 0;
  while (clx.getUint8(at) === 1) {
    const length = clx.getUint16(at + 1, true);
    shared.push(readBytes(clx, at + 3, length));
    at += 3 + length;
  }
  const list = new DataView(clx.buffer, clx.byteOffset + at + 5, clx.getUint32(at + 1, true));
  return readRanges(list, 8).map(({ begin, end, data }) => {
    const place = list.getUint32(data + 2, true);
    const modifier = list.getUint16(data + 6, true);
    const isNarrow = (place & 0x40000000) !== 0;
    const isShared = (modifier & 1) !== 0;
    return {
      begin,
      end,
      offset: isNarrow ? (place & 0x3fffffff) / 2 : place,
      isNarrow,
      properties: (isShared ? shared[modifier >> 1] : undefined) ?? new Uint8Array(),
    };
  });
}

/** Some bytes of a view. */
export function readBytes(view: DataView, offset: number, length: number): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset + offset, length);
}

/** A text outside of the main one, and the position in the main one that it belongs to. */
interface AnchoredText {
  anchor: number;
  begin: number;
  end: number;
  /** Whether it stands in a drawn box. */
  isBox: boolean;
}

/** The footnotes, endnotes and boxes of text of a document. */
export function anchoredTexts(file: WordFile): AnchoredText[] {
  const { footnotes, endnotes } = file.begins;
  return [...notes(file, 2, 3, footnotes), ...notes(file, 46, 47, endnotes), ...boxes(file)];
}

function notes(file: WordFile, references: number, texts: number, first: number): AnchoredText[] {
  const ranges = readRanges(file.structure(texts), 0);
  return readRanges(file.structure(references), 2).flatMap(({ begin: anchor }, at) => {
    const { begin, end } = ranges[at] ?? {};
    return begin === undefined || end === undefined
      ? []
      : [{ anchor, begin: first + begin, end: first + end, isBox: false }];
  });
}

function boxes(file: WordFile): AnchoredText[] {
  const list = file.structure(56);
  const shapes = file.structure(40);
  const anchors = new Map(
    readRanges(shapes, 26).map(({ begin, data }) => [shapes.getInt32(data, true), begin]),
  );
  const first = file.begins.boxes;
  return readRanges(list, 22).flatMap(({ begin, end, data }) => {
    const anchor = anchors.get(list.getInt32(data + 14, true)) ?? file.begins.footnotes;
    return end > begin ? [{ anchor, begin: first + begin, end: first + end, isBox: true }] : [];
  });
}

/**
 * The ranges of a list ("Plc"): positions, of which each begins a range but the last, and then the data
 * of each range.
 * @returns `data`: where the range's data begin
 */
export function readRanges(
  list: DataView,
  dataBytes: number,
  count = Math.max(0, Math.floor((list.byteLength - 4) / (4 + dataBytes))),
) {
  return Array.from({ length: count }, (_, at) => ({
    begin: list.getUint32(at * 4, true),
    end: list.getUint32(at * 4 + 4, true),
    data: (count + 1) * 4 + at * dataBytes,
  }));
}
