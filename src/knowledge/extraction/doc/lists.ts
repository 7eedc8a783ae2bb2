import type { ListLevel } from "../list-numbers.ts";
import type { WordFile } from "./word-file.ts";

/** Word's formats of numbers by their codes. */
const FORMATS: Readonly<Record<number, string>> = {
  0: "decimal",
  1: "upperRoman",
  2: "lowerRoman",
  3: "upperLetter",
  4: "lowerLetter",
  5: "ordinal",
  22: "decimalZero",
  23: "bullet",
  255: "none",
};

/** The levels of a document's lists, in the order in which its paragraphs count them, from 1. */
export function readLists(file: WordFile): (ListLevel | undefined)[][] {
  const formats = file.structure(73);
  const uses = file.structure(74);
  if (formats.byteLength < 2 || uses.byteLength < 4) return [];
  const byId = new Map<number, ListLevel[]>();
  // The levels stand behind the lists, outside of the length in the header.
  const behind = formats.byteOffset - file.table.byteOffset + formats.byteLength;
  const { level } = openLevels(file.table, behind);
  const count = formats.getUint16(0, true);
  for (let at = 0; at < count; at += 1) {
    const isSimple = (formats.getUint8(2 + at * 28 + 26) & 1) !== 0;
    const levels = Array.from({ length: isSimple ? 1 : 9 }, level);
    byId.set(formats.getInt32(2 + at * 28, true), levels);
  }
  const total = uses.getUint32(0, true);
  const { change } = openLevels(uses, 4 + total * 16);
  return Array.from({ length: total }, (_, at) => {
    const levels = structuredClone(byId.get(uses.getInt32(4 + at * 16, true)) ?? []);
    change(levels, uses.getUint8(4 + at * 16 + 12));
    return levels;
  });
}

/** Reads levels one after the other. @param at where the first of them begins */
function openLevels(view: DataView, at: number) {
  function level(): ListLevel {
    const begin = at;
    const flags = view.getUint8(begin + 5);
    const properties = view.getUint8(begin + 24) + view.getUint8(begin + 25);
    const length = view.getUint16(begin + 28 + properties, true);
    const letters = Array.from({ length }, (_, index) =>
      view.getUint16(begin + 30 + properties + index * 2, true),
    );
    at += 30 + properties + length * 2;
    const neverRestarts = (flags & 8) !== 0;
    return {
      start: view.getInt32(begin, true),
      format: FORMATS[view.getUint8(begin + 4)] ?? "decimal",
      // The letters 0 to 8 stand for the numbers of the levels.
      text: letters.map((code) => (code < 9 ? `%${code + 1}` : String.fromCharCode(code))).join(""),
      isLegal: (flags & 4) !== 0,
      restart: neverRestarts ? view.getUint8(begin + 26) : undefined,
    };
  }

  /** Reads what a list changes of its levels: all of one, or where it starts. */
  function change(levels: ListLevel[], count: number): void {
    at += 4;
    for (let left = count; left > 0; left -= 1) {
      const start = view.getInt32(at, true);
      const flags = view.getUint32(at + 4, true);
      at += 8;
      const place = flags & 0xf;
      if ((flags & 0x20) !== 0) levels[place] = level();
      else if ((flags & 0x10) !== 0 && levels[place] !== undefined) levels[place].start = start;
    }
  }
  return { level, change };
}
