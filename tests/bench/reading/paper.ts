import { PDFDocument, type PDFFont, type PDFPage, StandardFonts } from "@cantoo/pdf-lib";
import type { Writer } from "./writer.ts";

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

/** A generated document. */
export interface Sample {
  bytes: Uint8Array;
  truth: Truth;
}

export interface Style {
  size: number;
  bold?: boolean | undefined;
  /** All letters have the same width, as in a listing of a program. */
  monospaced?: boolean;
}

/** A line that is written in pieces. */
export interface PiecedLine {
  /** What begins where, from the left. */
  pieces: readonly (readonly [x: number, text: string])[];
  /** Words of it that no other line has, in their order. */
  own: readonly string[];
  bold?: boolean;
}

/** The texts of a table; a cell may go over several rows or columns. */
export interface TableCell {
  text: string;
  rows?: number;
  columns?: number;
  bold?: boolean;
}

/** How a table is drawn: lines around all cells, below each row, or none. */
export type Lines = "all" | "rows" | "none";

const LEADING = 1.2;
const WIDTH = 595;
const HEIGHT = 842;

/**
 * A document that is written from the top of its pages. Blocks are drawn in another order than they
 * are read, as programs do: headers and footers first, tables column by column, a side note last.
 */
export class Paper {
  readonly truth: Truth = { order: [], rows: [], headings: [], divided: [], running: [] };
  readonly width = WIDTH;
  readonly height = HEIGHT;
  readonly writer: Writer;
  #document: PDFDocument;
  #regular: PDFFont;
  #bold: PDFFont;
  #monospaced: PDFFont;
  #page: PDFPage | null = null;
  /** What each block of the page draws. */
  #blocks: (() => void)[][] = [];

  private constructor(document: PDFDocument, fonts: [PDFFont, PDFFont, PDFFont], writer: Writer) {
    this.#document = document;
    [this.#regular, this.#bold, this.#monospaced] = fonts;
    this.writer = writer;
  }

  static async open(writer: Writer): Promise<Paper> {
    const document = await PDFDocument.create();
    const regular = await document.embedFont(StandardFonts.Helvetica);
    const bold = await document.embedFont(StandardFonts.HelveticaBold);
    const monospaced = await document.embedFont(StandardFonts.Courier);
    return new Paper(document, [regular, bold, monospaced], writer);
  }

  /** Ends the page and begins the next, with a header and a footer. */
  page(header: string, footer: string): void {
    this.#draw();
    this.#page = this.#document.addPage([WIDTH, HEIGHT]);
    this.#blocks.push([]);
    const number = this.#document.getPageCount();
    this.#put(header, 50, HEIGHT - 40, { size: 8 });
    this.#put(`${footer} ${number}`, 50, 30, { size: 8 });
    this.truth.running.push(header, footer);
  }

  async close(): Promise<Sample> {
    this.#draw();
    return { bytes: await this.#document.save(), truth: this.truth };
  }

  /** @returns the height below it */
  heading(text: string, x: number, y: number, style: Style): number {
    this.#blocks.push([]);
    this.truth.headings.push(text);
    this.truth.order.push(text.split(" ").at(-1) ?? "");
    this.#put(text, x, y - style.size, { bold: true, ...style });
    return y - style.size * 1.7;
  }

  /** Writes text in a column, or a list entry with a mark. @returns the height below it */
  text(x: number, y: number, width: number, words: number, style: Style, mark?: string): number {
    this.#blocks.push([]);
    const indent = mark === undefined ? 0 : 12;
    const lines = this.writer.lines(words, (text) => this.#widthOf(text, style) <= width - indent);
    if (mark !== undefined) this.#put(mark, x, y - style.size, style);
    for (const [at, line] of lines.entries()) {
      this.#put(line.text, x + indent, y - style.size - at * style.size * LEADING, style);
      this.truth.order.push(line.own);
      if (line.divided !== undefined) this.truth.divided.push(line.divided);
    }
    return y - lines.length * style.size * LEADING - style.size * 0.6;
  }

  /** Draws a label or caption that stands alone. */
  label(text: string, x: number, y: number, style: Style): number {
    this.#blocks.push([]);
    this.#put(text, x, y - style.size, style);
    this.truth.order.push(text.split(" ").at(-1) ?? "");
    return y - style.size * 1.7;
  }

  /** Writes lines below each other, which are drawn one after the other. @returns the height below */
  lines(y: number, lines: readonly PiecedLine[], style: Style): number {
    this.#blocks.push([]);
    for (const [at, { pieces, own, bold }] of lines.entries()) {
      const top = y - style.size - at * style.size * LEADING;
      for (const [x, text] of pieces) this.#put(text, x, top, { ...style, bold });
      this.truth.order.push(...own);
    }
    return y - lines.length * style.size * LEADING - style.size;
  }

  frame(x: number, y: number, width: number, height: number): void {
    this.#rule(x, y, x + width, y);
    this.#rule(x, y - height, x + width, y - height);
    this.#rule(x, y, x, y - height);
    this.#rule(x + width, y, x + width, y - height);
  }

  /** @returns the height below it */
  table(
    x: number,
    y: number,
    widths: readonly number[],
    rows: readonly (readonly (TableCell | null)[])[],
    style: Style,
    lines: Lines,
  ): number {
    const line = style.size * LEADING;
    const wrapped = rows.map((row) =>
      row.map((cell, column) => {
        if (cell === null) return [];
        const span = cell.columns ?? 1;
        const width = widths.slice(column, column + span).reduce((sum, each) => sum + each, 0) - 8;
        const fits = (text: string) => this.#widthOf(text, { ...style, bold: cell.bold }) <= width;
        return this.writer.wrap(cell.text, fits);
      }),
    );
    const heights = rows.map((row, at) => {
      const own = row.map((cell, column) =>
        (cell?.rows ?? 1) > 1 ? 1 : (wrapped[at]?.[column]?.length ?? 0),
      );
      return Math.max(1, ...own) * line + 0.5 * style.size;
    });
    const tops = heights.map((_, at) => y - heights.slice(0, at).reduce((sum, h) => sum + h, 0));
    const bottom = y - heights.reduce((sum, height) => sum + height, 0);
    const cells: (() => void)[][] = widths.map(() => []);
    for (const [at, row] of rows.entries()) {
      const [top = 0, truth] = [tops[at], [] as string[][]];
      for (const [column, cell] of row.entries()) {
        if (cell === null) continue;
        const left = x + widths.slice(0, column).reduce((sum, each) => sum + each, 0);
        const texts = wrapped[at]?.[column] ?? [];
        const { rows: deep = 1, columns: wide = 1, bold = false } = cell;
        const low = tops[at + deep] ?? bottom;
        const middle = deep > 1 ? (top - low - texts.length * line) / 2 : 0;
        cells[column]?.push(() => {
          for (const [number, text] of texts.entries()) {
            const height = top - middle - style.size - number * line - 1;
            this.#write(text, left + 4, height, { ...style, bold });
          }
        });
        if (lines === "all") {
          const right = left + widths.slice(column, column + wide).reduce((sum, w) => sum + w, 0);
          this.#rule(left, top, right, top);
          this.#rule(left, low, right, low);
          this.#rule(left, top, left, low);
          this.#rule(right, top, right, low);
        }
        const words = cell.text.split(" ").filter((word) => this.writer.isOwn(word));
        for (let below = at; below < at + deep; below += 1) {
          if (below === at) truth.push(words);
          else this.#spanned.push([this.truth.rows.length + below - at, words]);
        }
      }
      if (lines === "rows") this.#rule(x, top, x + widths.reduce((sum, w) => sum + w, 0), top);
      this.truth.rows.push(truth);
    }
    if (lines === "rows") this.#rule(x, bottom, x + widths.reduce((sum, w) => sum + w, 0), bottom);
    for (const [row, words] of this.#spanned.splice(0)) this.truth.rows[row]?.push(words);
    // Some programs draw a table by its columns, others cell by cell.
    this.#blocks.push(this.writer.chance(0.5) ? cells.flat() : inRows(cells));
    return bottom - style.size;
  }

  #spanned: [number, string[]][] = [];

  #put(text: string, x: number, y: number, style: Style): void {
    this.#blocks.at(-1)?.push(() => this.#write(text, x, y, style));
  }

  #write(text: string, x: number, y: number, style: Style): void {
    this.#page?.drawText(text, { x, y, size: style.size, font: this.#fontOf(style) });
  }

  #fontOf({ bold, monospaced }: Style): PDFFont {
    if (monospaced === true) return this.#monospaced;
    return bold === true ? this.#bold : this.#regular;
  }

  #rule(fromX: number, fromY: number, toX: number, toY: number): void {
    const [start, end] = [
      { x: fromX, y: fromY },
      { x: toX, y: toY },
    ];
    this.#page?.drawLine({ start, end, thickness: 0.5 });
  }

  #widthOf(text: string, style: Style): number {
    return this.#fontOf(style).widthOfTextAtSize(text, style.size);
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
