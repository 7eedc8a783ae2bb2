import { PDFDocument, type PDFFont, type PDFPage, StandardFonts } from "@cantoo/pdf-lib";
import { seededRandom } from "../seeded-random.ts";

/** What a generated document says, for the comparison with what is read from it. */
export interface Truth {
  /** A word of each line that no other line has, in reading order. */
  order: string[];
  /** The words of each cell, by row; a cell over several rows is in each of them. */
  rows: string[][][];
  headings: string[];
  /** Words that the end of a line divides. */
  divided: string[];
  /** Words of headers and footers. */
  running: string[];
}

interface Style {
  size: number;
  bold?: boolean;
}

export interface TableCell {
  text: string;
  rows?: number;
  bold?: boolean;
}

const CONSONANTS = [..."bdfgklmnprstvz"];
const VOWELS = [..."aeiou"];
const COMMON = [
  ..."the valve of pump and a filter is in pressure unit to cable with motor sensor for".split(" "),
  ..."switch fan heater at temperature boiler relay water refrigerant mode level".split(" "),
];
const LEADING = 1.2;
const WIDTH = 595;
const HEIGHT = 842;

/**
 * A document that is written from the top of its pages. Blocks are drawn in another order than they
 * are read, as programs do: headers and footers first, tables column by column, a side note last.
 */
export class Paper {
  readonly truth: Truth = { order: [], rows: [], headings: [], divided: [], running: [] };
  readonly writer: Writer;
  readonly #document: PDFDocument;
  readonly #fonts: Record<"regular" | "bold", PDFFont>;
  #page: PDFPage | null = null;
  /** What each block of the page draws. */
  readonly #blocks: (() => void)[][] = [];

  private constructor(document: PDFDocument, regular: PDFFont, bold: PDFFont, seed: number) {
    this.#document = document;
    this.#fonts = { regular, bold };
    this.writer = new Writer(seed);
  }

  static async open(seed: number): Promise<Paper> {
    const document = await PDFDocument.create();
    const regular = await document.embedFont(StandardFonts.Helvetica);
    const bold = await document.embedFont(StandardFonts.HelveticaBold);
    return new Paper(document, regular, bold, seed);
  }

  /** Ends the page and begins the next, with a header and a footer. */
  page(header: string, footer: string): void {
    this.#draw();
    this.#page = this.#document.addPage([WIDTH, HEIGHT]);
    this.#blocks.push([]);
    this.#put(header, 50, HEIGHT - 40, { size: 8 });
    this.#put(`${footer} ${this.#document.getPageCount()}`, 50, 30, { size: 8 });
    this.truth.running.push(header, footer);
  }

  async close(): Promise<{ bytes: Uint8Array; truth: Truth }> {
    this.#draw();
    return { bytes: await this.#document.save(), truth: this.truth };
  }

  /** @returns the height below it */
  heading(text: string, x: number, y: number, size: number): number {
    this.truth.headings.push(text);
    return this.label(text, x, y, { size, bold: true });
  }

  /** Draws a label or caption that stands alone. @returns the height below it */
  label(text: string, x: number, y: number, style: Style): number {
    this.#blocks.push([]);
    this.truth.order.push(text.split(" ").at(-1) ?? "");
    this.#put(text, x, y - style.size, style);
    return y - style.size * 1.7;
  }

  /** Writes text in a column, or a list entry with a mark. @returns the height below it */
  text(x: number, y: number, width: number, words: number, size: number, mark?: string): number {
    this.#blocks.push([]);
    const indent = mark === undefined ? 0 : 12;
    const lines = this.writer.lines(words, this.#fits(width - indent, { size }));
    if (mark !== undefined) this.#put(mark, x, y - size, { size });
    for (const [at, line] of lines.entries()) {
      this.#put(line.text, x + indent, y - size - at * size * LEADING, { size });
      this.truth.order.push(line.own);
      if (line.divided !== undefined) this.truth.divided.push(line.divided);
    }
    return y - lines.length * size * LEADING - size * 0.6;
  }

  frame(x: number, y: number, width: number, height: number): void {
    const [right, low] = [x + width, y - height];
    this.#rule(x, y, right, y);
    this.#rule(x, low, right, low);
    this.#rule(x, y, x, low);
    this.#rule(right, y, right, low);
  }

  /** @param framed whether lines are drawn around all cells. @returns the height below it */
  table(
    x: number,
    y: number,
    widths: readonly number[],
    rows: readonly (readonly (TableCell | null)[])[],
    size: number,
    framed = true,
  ): number {
    const line = size * LEADING;
    const wrapped = rows.map((row) =>
      row.map((cell, column) => {
        const fits = this.#fits((widths[column] ?? 0) - 8, { size, bold: cell?.bold ?? false });
        return cell === null ? [] : wrap(cell.text, fits);
      }),
    );
    const heights = rows.map((row, at) => {
      const own = row.map((cell, column) =>
        (cell?.rows ?? 1) > 1 ? 1 : (wrapped[at]?.[column]?.length ?? 0),
      );
      return Math.max(1, ...own) * line + 0.5 * size;
    });
    const topOf = (row: number) => y - heights.slice(0, row).reduce((sum, each) => sum + each, 0);
    const cells: (() => void)[][] = widths.map(() => []);
    const truth = rows.map((): string[][] => []);
    for (const [at, row] of rows.entries()) {
      for (const [column, cell] of row.entries()) {
        if (cell === null) continue;
        const left = x + widths.slice(0, column).reduce((sum, each) => sum + each, 0);
        const { rows: deep = 1, bold = false } = cell;
        const [top, low] = [topOf(at), topOf(at + deep)];
        const texts = wrapped[at]?.[column] ?? [];
        const middle = deep > 1 ? (top - low - texts.length * line) / 2 : 0;
        cells[column]?.push(() => {
          for (const [number, text] of texts.entries()) {
            this.#write(text, left + 4, top - middle - size - number * line - 1, { size, bold });
          }
        });
        if (framed) this.frame(left, top, widths[column] ?? 0, top - low);
        const words = cell.text.split(" ").filter((word) => this.writer.isOwn(word));
        for (const spanned of truth.slice(at, at + deep)) spanned.push(words);
      }
    }
    this.truth.rows.push(...truth);
    // Some programs draw a table by its columns, others cell by cell.
    this.#blocks.push(this.writer.chance(0.5) ? cells.flat() : inRows(cells));
    return topOf(rows.length) - size;
  }

  #put(text: string, x: number, y: number, style: Style): void {
    this.#blocks.at(-1)?.push(() => this.#write(text, x, y, style));
  }

  #write(text: string, x: number, y: number, { size, bold = false }: Style): void {
    const font = this.#fonts[bold ? "bold" : "regular"];
    this.#page?.drawText(text, { x, y, size, font });
  }

  #rule(fromX: number, fromY: number, toX: number, toY: number): void {
    const [start, end] = [
      { x: fromX, y: fromY },
      { x: toX, y: toY },
    ] as const;
    this.#page?.drawLine({ start, end, thickness: 0.5 });
  }

  #fits(width: number, { size, bold = false }: Style): (text: string) => boolean {
    const font = this.#fonts[bold ? "bold" : "regular"];
    return (text) => font.widthOfTextAtSize(text, size) <= width;
  }

  /** Draws the page's blocks: mostly as they are read, some later. */
  #draw(): void {
    const later: (() => void)[][] = [];
    for (const block of this.#blocks.splice(0)) {
      if (this.writer.chance(0.12)) later.push(block);
      else for (const draw of block) draw();
    }
    for (const block of later) for (const draw of block) draw();
  }
}

function inRows(columns: readonly (readonly (() => void)[])[]): (() => void)[] {
  const most = Math.max(...columns.map(({ length }) => length));
  return Array.from({ length: most }, (_, at) =>
    columns.flatMap((column) => column[at] ?? []),
  ).flat();
}

interface WrittenLine {
  text: string;
  /** A word of it that occurs nowhere else. */
  own: string;
  /** A word that the end of the line divides. */
  divided?: string;
}

/** Writes text whose words can be found again: the same for the same seed. */
class Writer {
  readonly #random: () => number;
  readonly #own = new Set<string>();

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  chance(share: number): boolean {
    return this.#random() < share;
  }

  /** A whole number from `least` to `most`. */
  number(least: number, most: number): number {
    return least + Math.floor(this.#random() * (most - least + 1));
  }

  isOwn(word: string): boolean {
    return this.#own.has(word);
  }

  /** A word that occurs nowhere else. */
  own(): string {
    const syllable = () => this.#one(CONSONANTS) + this.#one(VOWELS);
    const word = syllable() + syllable() + syllable() + this.#one(CONSONANTS);
    if (this.#own.has(word)) return this.own();
    this.#own.add(word);
    return word;
  }

  /** Some words, the last of which occurs nowhere else; begins with a capital. */
  phrase(words: number): string {
    const common = Array.from({ length: words - 1 }, () => this.#one(COMMON));
    const text = [...common, this.own()].join(" ");
    return text.charAt(0).toUpperCase() + text.slice(1);
  }

  /** Sentences in lines that fit; some lines divide their last word. */
  lines(words: number, fits: (text: string) => boolean): WrittenLine[] {
    const lines: WrittenLine[] = [];
    let left = words;
    let rest = "";
    while (left > 0) {
      const own = this.own();
      const begin = lines.length === 0 ? `The ${own}` : own;
      let text = rest === "" ? begin : `${rest} ${own}`;
      rest = "";
      left -= 1;
      for (; left > 0; left -= 1) {
        const word = this.#one(COMMON);
        if (!fits(`${text} ${word}.`)) break;
        text += ` ${word}`;
      }
      const divided = left > 4 && this.chance(0.2) ? this.own() : undefined;
      if (divided !== undefined && fits(`${text} ${divided.slice(0, 4)}-`)) {
        lines.push({ text: `${text} ${divided.slice(0, 4)}-`, own, divided });
        rest = divided.slice(4);
      } else lines.push({ text: left > 0 ? text : `${text}.`, own });
    }
    return lines;
  }

  #one(values: readonly string[]): string {
    return values[Math.floor(this.#random() * values.length)] ?? "";
  }
}

function wrap(text: string, fits: (text: string) => boolean): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
