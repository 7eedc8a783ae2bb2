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
  const reader = new LevelReader(
    file.table,
    formats.byteOffset - file.table.byteOffset + formats.byteLength,
  );
  const count = formats.getUint16(0, true);
  for (let at = 0; at < count; at += 1) {
    const isSimple = (formats.getUint8(2 + at * 28 + 26) & 1) !== 0;
    const levels = Array.from({ length: isSimple ? 1 : 9 }, () => reader.level());
    byId.set(formats.getInt32(2 + at * 28, true), levels);
  }
  const total = uses.getUint32(0, true);
  const overrides = new LevelReader(uses, 4 + total * 16);
  return Array.from({ length: total }, (_, at) => {
    const levels = (byId.get(uses.getInt32(4 + at * 16, true)) ?? []).map((level) => ({
      ...level,
    }));
    overrides.at += 4;
    for (let left = uses.getUint8(4 + at * 16 + 12); left > 0; left -= 1) overrides.change(levels);
    return levels;
  });
}

class LevelReader {
  readonly #view: DataView;
  at: number;

  constructor(view: DataView, at: number) {
    this.#view = view;
    this.at = at;
  }

  level(): ListLevel {
    const view = this.#view;
    const { at } = this;
    const flags = view.getUint8(at + 5);
    const properties = view.getUint8(at + 24) + view.getUint8(at + 25);
    const length = view.getUint16(at + 28 + properties, true);
    const letters = Array.from({ length }, (_, index) =>
      view.getUint16(at + 30 + properties + index * 2, true),
    );
    this.at += 30 + properties + length * 2;
    const neverRestarts = (flags & 8) !== 0;
    return {
      start: view.getInt32(at, true),
      format: FORMATS[view.getUint8(at + 4)] ?? "decimal",
      // The letters 0 to 8 stand for the numbers of the levels.
      text: letters.map((code) => (code < 9 ? `%${code + 1}` : String.fromCharCode(code))).join(""),
      isLegal: (flags & 4) !== 0,
      restart: neverRestarts ? view.getUint8(at + 26) : undefined,
    };
  }

  /** Reads what a list changes of a level: all of it, or where it starts. */
  change(levels: ListLevel[]): void {
    const start = this.#view.getInt32(this.at, true);
    const flags = this.#view.getUint32(this.at + 4, true);
    this.at += 8;
    const level = flags & 0xf;
    if ((flags & 0x20) !== 0) levels[level] = this.level();
    else if ((flags & 0x10) !== 0 && levels[level] !== undefined) levels[level].start = start;
  }
}
