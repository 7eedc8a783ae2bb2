import { decodeWindows1252 } from "../decode-text.ts";
import {
  type DocumentText,
  LetterCount,
  type TextBlock,
  UnreadableDocument,
} from "../document-text.ts";
import { Fields } from "../fields.ts";
import { type ListLevel, ListNumbers, numberedBlock } from "../list-numbers.ts";
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
    const reader = new DocReader(openWordFile(bytes));
    const blocks = reader.read();
    return { pageCount: null, picturePages: null, blocks, unread: { pictures: reader.pictures } };
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

/** How the letters of a run are printed. */
interface Look {
  isPrinted: boolean;
  /** Whether the letter stands for something else: a picture, a note's number, a symbol. */
  isSpecial: boolean;
  font: string | undefined;
  symbol: string | null;
}

/** A paragraph with the character that ends it. */
interface Paragraph {
  text: string;
  end: string;
  position: number;
  style: DocStyle;
  properties: Properties;
}

class DocReader {
  /** How many pictures and drawings were met. */
  pictures = 0;
  readonly #file: WordFile;
  readonly #runs: Formatted[];
  readonly #paragraphs: Formatted[];
  readonly #style: (index: number) => DocStyle;
  readonly #fonts: string[];
  readonly #lists: (ListLevel | undefined)[][];
  readonly #numbers = new ListNumbers();
  readonly #fields = new Fields();
  /** Notes and boxes may claim the same part of the file, and lists long texts for their numbers. */
  readonly #letters = new LetterCount();

  constructor(file: WordFile) {
    this.#file = file;
    this.#runs = readFormatting(file, "runs");
    this.#paragraphs = readFormatting(file, "paragraphs");
    this.#style = readDocStyles(file);
    this.#fonts = readFonts(file);
    this.#lists = readLists(file);
  }

  /** Running headers and footers are left out, as they are of a PDF. */
  read(): TextBlock[] {
    const texts = anchoredTexts(this.#file);
    const anchored = texts.map(({ anchor, begin, end }) => ({
      anchor,
      blocks: this.#blocks(begin, end),
    }));
    const blocks = this.#blocks(0, this.#file.begins.footnotes, anchored);
    // A drawn box whose text is read is no picture.
    this.pictures = Math.max(0, this.pictures - texts.filter(({ isBox }) => isBox).length);
    return withHeadings(blocks);
  }

  /** @param anchored texts that follow the paragraph in which they are anchored */
  #blocks(
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
    for (const paragraph of this.#split(begin, end)) {
      const { properties } = paragraph;
      const block = this.#block(paragraph);
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

  #block({ text, style, properties }: Paragraph): TextBlock | null {
    const number = this.#readNumber(properties);
    const trimmed = text.trim();
    if (trimmed === "") return null;
    this.#letters.add(number?.length ?? 0);
    const level = numberIn(properties, CODES.outlineLevel) ?? 9;
    const isHeading =
      level < 9 || (style.builtIn >= 1 && style.builtIn <= 9) || TITLES.includes(style.builtIn);
    return numberedBlock(trimmed, number, isHeading);
  }

  #readNumber(properties: Properties): string | null {
    const list = numberIn(properties, CODES.list) ?? 0;
    const levels = this.#lists[list - 1];
    if (levels === undefined) return null;
    return this.#numbers.next(String(list), levels, numberIn(properties, CODES.listLevel) ?? 0);
  }

  /** The paragraphs between two positions, with the text that is printed. */
  *#split(begin: number, end: number): Generator<Paragraph> {
    let text = "";
    for (const { piece, position, byte, letters } of this.#stretches(begin, end)) {
      const width = piece.isNarrow ? 1 : 2;
      const inRun = withProperties(NO_PROPERTIES, formattedAt(this.#runs, byte)?.properties);
      const own = withProperties(inRun, piece.properties);
      let paragraph: Formatted | undefined;
      let style = this.#style(0);
      let look = this.#look(own, style);
      for (let at = 0; at < letters.length; at += 1) {
        const place = byte + at * width;
        if (paragraph === undefined || place >= paragraph.end) {
          paragraph = formattedAt(this.#paragraphs, place);
          style = this.#style(paragraph?.style ?? 0);
          look = this.#look(own, style);
        }
        const letter = letters[at] ?? "";
        const isSection = letter === "\f" && paragraph?.end === place + width;
        if (letter !== "\r" && letter !== CELL_END && !isSection) {
          text += this.#printed(letter, look);
          continue;
        }
        const properties = withProperties(style.paragraph, paragraph?.properties);
        yield { text, end: letter, position: position + at, style, properties };
        text = "";
      }
    }
    const style = this.#style(0);
    if (text !== "") yield { text, end: "", position: end, style, properties: style.paragraph };
  }

  #look(own: Properties, { run }: DocStyle): Look {
    const named = numberIn(own, CODES.characterStyle);
    const style = named === undefined ? run : new Map([...run, ...this.#style(named).run]);
    const hides = [CODES.isHidden, CODES.isStruck, CODES.isStruckTwice, CODES.isDeleted];
    const symbol = own.get(CODES.symbol);
    const font = numberIn(own, CODES.font) ?? numberIn(style, CODES.font);
    return {
      isPrinted: !hides.some((code) => isOn(own, code, style)),
      isSpecial: isOn(own, CODES.isSpecial),
      font: font === undefined ? undefined : this.#fonts[font],
      symbol:
        symbol === undefined || symbol.length < 4
          ? null
          : printedLetters(
              String.fromCharCode((symbol[2] ?? 0) | ((symbol[3] ?? 0) << 8)),
              this.#fonts[(symbol[0] ?? 0) | ((symbol[1] ?? 0) << 8)],
            ),
    };
  }

  #printed(letter: string, look: Look): string {
    switch (letter) {
      case "\u0013":
        this.#fields.begin();
        return "";
      case "\u0014":
        this.#fields.separate();
        return "";
      case "\u0015":
        return printedLetters(this.#fields.end(), undefined);
    }
    if (this.#fields.isHidden) {
      this.#fields.instruct(letter);
      return "";
    }
    if (!look.isPrinted) return "";
    // Some programs call whole words special, which is meant for control characters and of symbols.
    if (look.isSpecial && (letter < " " || look.symbol !== null)) {
      // A picture, or a drawing.
      if (letter === "\u0001" || letter === "\b") this.pictures += 1;
      return look.symbol ?? "";
    }
    // A hyphen without a break, and breaks of lines, pages and columns.
    if (letter === "\u001e") return "-";
    if ("\v\f\u000e".includes(letter)) return "\n";
    if (letter < " ") return letter === "\t" ? letter : "";
    return printedLetters(letter, look.font);
  }

  /** The text between two positions in stretches of one formatting. */
  *#stretches(begin: number, end: number) {
    for (const piece of this.#file.pieces) {
      const width = piece.isNarrow ? 1 : 2;
      const last = Math.min(piece.end, end);
      let position = Math.max(piece.begin, begin);
      while (position < last) {
        const byte = piece.offset + (position - piece.begin) * width;
        const until = formattedAt(this.#runs, byte)?.end ?? Number.POSITIVE_INFINITY;
        const count = Math.max(1, Math.min(last - position, Math.ceil((until - byte) / width)));
        const bytes = new Uint8Array(this.#file.main.buffer, byte, count * width);
        const letters = piece.isNarrow
          ? decodeWindows1252(bytes)
          : new TextDecoder("utf-16le", { ignoreBOM: true }).decode(bytes);
        this.#letters.add(letters.length);
        yield { piece, position, byte, letters };
        position += count;
      }
    }
  }
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
