import { decodeWindows1252 } from "../decode-text.ts";
import {
  type DocumentText,
  LetterCount,
  type TextBlock,
  UnreadableDocument,
} from "../document-text.ts";
import { Fields } from "../fields.ts";
import { countEntries, numberedBlock } from "../list-numbers.ts";
import { isTitleLike } from "../read-text.ts";
import { printedLetters } from "../symbol-fonts.ts";
import { readLists } from "./lists.ts";
import {
  CODES,
  type DocStyle,
  type Formatted,
  formattedAt,
  isOn,
  NO_PROPERTIES,
  numberIn,
  type Properties,
  readDocStyles,
  readFonts,
  readFormatting,
  withProperties,
} from "./properties.ts";
import { type DocRow, tableBlocks } from "./tables.ts";
import { anchoredTexts, openWordFile, type WordFile } from "./word-file.ts";

/**
 * Reads a Word 97 document. Where no paragraph has the style of a heading, a short line right before
 * a paragraph counts as one.
 * @throws UnreadableDocument
 */
export function readDoc(bytes: Uint8Array): DocumentText {
  try {
    const { blocks, pictures } = readWordFile(openWordFile(bytes));
    return { pageCount: null, picturePages: null, blocks, unread: { pictures } };
  } catch (error) {
    if (error instanceof UnreadableDocument) throw error;
    throw new UnreadableDocument(
      "This DOC file is damaged or protected, and its text cannot be read.",
    );
  }
}

/** A line with more characters is a paragraph, and the line above it may be its heading. */
const SHORTEST_PARAGRAPH = 80;
/** Word's numbers of the styles "Title" and "Subtitle". */
const TITLES = [62, 74];
const CELL_END = "\u0007";

/** A paragraph with the character that ends it. */
interface Paragraph {
  text: string;
  end: string;
  position: number;
  style: DocStyle;
  properties: Properties;
}

/** Running headers and footers are left out, as they are of a PDF. */
function readWordFile(file: WordFile) {
  /** How many pictures and drawings were met. */
  let pictures = 0;
  const runs = readFormatting(file, "runs");
  const paragraphs = readFormatting(file, "paragraphs");
  const readStyle = readDocStyles(file);
  const fonts = readFonts(file);
  const lists = readLists(file);
  const nextNumber = countEntries();
  const fields = new Fields();
  // Notes and boxes may claim the same part of the file, and lists long texts for their numbers.
  const total = new LetterCount();

  /** @param anchored texts that follow the paragraph in which they are anchored */
  function readBlocks(
    begin: number,
    end: number,
    anchored: readonly { anchor: number; blocks: readonly TextBlock[] }[] = [],
  ): TextBlock[] {
    const blocks: TextBlock[] = [];
    let rows: DocRow[] = [];
    let cells: string[] = [];
    let cell: string[] = [];
    let waiting = [...anchored];
    const closeTable = () => {
      // A row whose end is missing.
      if (cells.length + cell.length > 0)
        rows.push({ cells: [...cells, cell.join(" ")], properties: NO_PROPERTIES });
      blocks.push(...tableBlocks(rows));
      [rows, cells, cell] = [[], [], []];
    };
    for (const paragraph of split(begin, end)) {
      const { properties } = paragraph;
      const block = readBlock(paragraph);
      if (isOn(properties, CODES.isRowEnd)) {
        rows.push({ cells, properties });
        [cells, cell] = [[], []];
      } else if (isOn(properties, CODES.isInTable)) {
        if (block !== null) cell.push(block.text);
        if (paragraph.end === CELL_END) {
          cells.push(cell.join(" "));
          cell = [];
        }
      } else {
        closeTable();
        if (block !== null) blocks.push(block);
      }
      const here = waiting.filter(({ anchor }) => anchor <= paragraph.position);
      if (here.length > 0 && rows.length === 0) {
        waiting = waiting.filter((text) => !here.includes(text));
        blocks.push(...here.flatMap((text) => text.blocks));
      }
    }
    closeTable();
    return [...blocks, ...waiting.flatMap((text) => text.blocks)];
  }

  function readBlock({ text, style, properties }: Paragraph): TextBlock | null {
    const number = readNumber(properties);
    const trimmed = text.trim();
    if (trimmed === "") return null;
    total.add(number?.length ?? 0);
    const level = numberIn(properties, CODES.outlineLevel) ?? 9;
    const isHeading =
      level < 9 || (style.builtIn >= 1 && style.builtIn <= 9) || TITLES.includes(style.builtIn);
    return numberedBlock(trimmed, number, isHeading);
  }

  function readNumber(properties: Properties): string | null {
    const list = numberIn(properties, CODES.list) ?? 0;
    const levels = lists[list - 1];
    if (levels === undefined) return null;
    return nextNumber(String(list), levels, numberIn(properties, CODES.listLevel) ?? 0);
  }

  /** The paragraphs between two positions, with the text that is printed. */
  function* split(begin: number, end: number): Generator<Paragraph> {
    let text = "";
    for (const { piece, position, byte, letters } of stretches(begin, end)) {
      const width = piece.isNarrow ? 1 : 2;
      const inRun = withProperties(NO_PROPERTIES, formattedAt(runs, byte)?.properties);
      const own = withProperties(inRun, piece.properties);
      let paragraph: Formatted | undefined;
      let style = readStyle(0);
      let look = readLook(own, style);
      for (let at = 0; at < letters.length; at += 1) {
        const place = byte + at * width;
        if (paragraph === undefined || place >= paragraph.end) {
          paragraph = formattedAt(paragraphs, place);
          style = readStyle(paragraph?.style ?? 0);
          look = readLook(own, style);
        }
        const letter = letters[at] ?? "";
        const isSection = letter === "\f" && paragraph?.end === place + width;
        if (letter !== "\r" && letter !== CELL_END && !isSection) {
          text += printed(letter, look);
          continue;
        }
        const properties = withProperties(style.paragraph, paragraph?.properties);
        yield { text, end: letter, position: position + at, style, properties };
        text = "";
      }
    }
    const style = readStyle(0);
    if (text !== "") yield { text, end: "", position: end, style, properties: style.paragraph };
  }

  /** How the letters of a run are printed. */
  function readLook(own: Properties, { run }: DocStyle) {
    const named = numberIn(own, CODES.characterStyle);
    const style = named === undefined ? run : new Map([...run, ...readStyle(named).run]);
    const hides = [CODES.isHidden, CODES.isStruck, CODES.isStruckTwice, CODES.isDeleted];
    const symbol = own.get(CODES.symbol);
    const font = numberIn(own, CODES.font) ?? numberIn(style, CODES.font);
    return {
      isPrinted: !hides.some((code) => isOn(own, code, style)),
      /** Whether the letter stands for something else: a picture, a note's number, a symbol. */
      isSpecial: isOn(own, CODES.isSpecial),
      font: font === undefined ? undefined : fonts[font],
      symbol:
        symbol === undefined || symbol.length < 4
          ? null
          : printedLetters(
              String.fromCharCode((symbol[2] ?? 0) | ((symbol[3] ?? 0) << 8)),
              fonts[(symbol[0] ?? 0) | ((symbol[1] ?? 0) << 8)],
            ),
    };
  }

  function printed(letter: string, look: ReturnType<typeof readLook>): string {
    switch (letter) {
      case "\u0013":
        fields.begin();
        return "";
      case "\u0014":
        fields.separate();
        return "";
      case "\u0015":
        return printedLetters(fields.end(), undefined);
    }
    if (fields.isHidden) {
      fields.instruct(letter);
      return "";
    }
    if (!look.isPrinted) return "";
    // Some programs call whole words special, which is meant for control characters and of symbols.
    if (look.isSpecial && (letter < " " || look.symbol !== null)) {
      // A picture, or a drawing.
      if (letter === "\u0001" || letter === "\b") pictures += 1;
      return look.symbol ?? "";
    }
    // A hyphen without a break, and breaks of lines, pages and columns.
    if (letter === "\u001e") return "-";
    if ("\v\f\u000e".includes(letter)) return "\n";
    if (letter < " ") return letter === "\t" ? letter : "";
    return printedLetters(letter, look.font);
  }

  /** The text between two positions in stretches of one formatting. */
  function* stretches(begin: number, end: number) {
    for (const piece of file.pieces) {
      const width = piece.isNarrow ? 1 : 2;
      const last = Math.min(piece.end, end);
      let position = Math.max(piece.begin, begin);
      while (position < last) {
        const byte = piece.offset + (position - piece.begin) * width;
        const until = formattedAt(runs, byte)?.end ?? Number.POSITIVE_INFINITY;
        const count = Math.max(1, Math.min(last - position, Math.ceil((until - byte) / width)));
        const bytes = new Uint8Array(file.main.buffer, byte, count * width);
        const letters = piece.isNarrow
          ? decodeWindows1252(bytes)
          : new TextDecoder("utf-16le", { ignoreBOM: true }).decode(bytes);
        total.add(letters.length);
        yield { piece, position, byte, letters };
        position += count;
      }
    }
  }

  const texts = anchoredTexts(file);
  const anchored = texts.map(({ anchor, begin, end }) => {
    return { anchor, blocks: readBlocks(begin, end) };
  });
  const blocks = withHeadings(readBlocks(0, file.begins.footnotes, anchored));
  // A drawn box whose text is read is no picture.
  const boxes = texts.filter(({ isBox }) => isBox).length;
  return { blocks, pictures: Math.max(0, pictures - boxes) };
}

/** The blocks, with a heading guessed for the title, and all of them where the document marks none. */
function withHeadings(blocks: readonly TextBlock[]): TextBlock[] {
  const areMarked = blocks.some(({ kind }) => kind === "heading");
  return blocks.map((block, at) => {
    const leads = !areMarked && (blocks[at + 1]?.text ?? "").length > SHORTEST_PARAGRAPH;
    const isHeading = block.kind === "paragraph" && isTitleLike(block.text) && (leads || at === 0);
    return isHeading ? { ...block, kind: "heading" } : block;
  });
}
