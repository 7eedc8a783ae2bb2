import type { WordFile } from "./word-file.ts";

/** A text outside of the main one, and the position in the main one that it belongs to. */
export interface AnchoredText {
  anchor: number;
  begin: number;
  end: number;
  /** Whether it stands in a drawn box. */
  isBox: boolean;
}

/** The footnotes, endnotes and boxes of text of a document. */
export function anchoredTexts(file: WordFile): AnchoredText[] {
  const { footnotes, endnotes } = file.stories;
  return [
    ...notes(file, 2, 3, footnotes.begin),
    ...notes(file, 46, 47, endnotes.begin),
    ...boxes(file),
  ];
}

function notes(file: WordFile, references: number, texts: number, first: number): AnchoredText[] {
  const anchors = positions(file.structure(references), 2);
  const begins = positions(file.structure(texts), 0);
  return anchors.slice(0, -1).flatMap((anchor, at) => {
    const [begin, end] = [begins[at], begins[at + 1]];
    return begin === undefined || end === undefined
      ? []
      : [{ anchor, begin: first + begin, end: first + end, isBox: false }];
  });
}

const BOX_BYTES = 22;
const SHAPE_BYTES = 26;

function boxes(file: WordFile): AnchoredText[] {
  const list = file.structure(56);
  const begins = positions(list, BOX_BYTES);
  const shapes = file.structure(40);
  const places = positions(shapes, SHAPE_BYTES);
  const anchors = new Map(
    places
      .slice(0, -1)
      .map((anchor, at) => [shapes.getInt32(places.length * 4 + at * SHAPE_BYTES, true), anchor]),
  );
  const first = file.stories.boxes.begin;
  return begins.slice(0, -1).flatMap((begin, at) => {
    const end = begins[at + 1] ?? begin;
    const shape = list.getInt32(begins.length * 4 + at * BOX_BYTES + 14, true);
    const anchor = anchors.get(shape) ?? file.stories.text.end;
    return end > begin ? [{ anchor, begin: first + begin, end: first + end, isBox: true }] : [];
  });
}

/** The positions of a list of positions and their data; one more than there are data. */
function positions(list: DataView, dataBytes: number): number[] {
  const count = Math.max(0, Math.floor((list.byteLength - 4) / (4 + dataBytes)));
  return list.byteLength < 4
    ? []
    : Array.from({ length: count + 1 }, (_, at) => list.getUint32(at * 4, true));
}
