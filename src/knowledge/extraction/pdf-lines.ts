/** A piece of text at a position in a PDF; the origin is at the bottom left of the page. */
export interface PdfRun {
  text: string;
  x: number;
  y: number;
  width: number;
  /** Height of its letters. */
  size: number;
}

/** One line of a page. */
export interface PdfLine {
  /** Cells of a table row are separated by tabs. */
  text: string;
  x: number;
  y: number;
  /** The x position of its right end. */
  right: number;
  size: number;
}

/** Minimum gaps between words and between cells or columns, as fractions of the letter height. */
const WORD_GAP = 0.15;
const CELL_GAP = 1.6;
/** Maximum vertical distance of runs in one line, as a fraction of the letter height. */
const SAME_LINE = 0.5;

/** Joins a page's runs to lines, in the order in which the PDF draws them. */
export function linesOf(runs: readonly PdfRun[]): PdfLine[] {
  const lines: PdfLine[] = [];
  for (const run of runs) {
    if (run.text.trim() === "") continue;
    const line = lines.at(-1);
    if (line !== undefined && continues(line, run)) append(line, run);
    else lines.push(begin(run));
  }
  return lines
    .map((line) => ({ ...line, text: tidy(line.text) }))
    .filter(({ text }) => text !== "");
}

function continues(line: PdfLine, run: PdfRun): boolean {
  const near = Math.abs(run.y - line.y) <= SAME_LINE * Math.max(line.size, run.size);
  return near && run.x >= line.right - line.size;
}

function append(line: PdfLine, run: PdfRun): void {
  const gap = (run.x - line.right) / Math.max(line.size, run.size);
  const joint = gap > CELL_GAP ? "\t" : gap > WORD_GAP ? " " : "";
  line.text += joint + run.text;
  line.right = Math.max(line.right, run.x + run.width);
  // With superscript or subscript, the line has the larger size.
  line.size = Math.max(line.size, run.size);
}

function begin({ text, x, y, width, size }: PdfRun): PdfLine {
  return { text, x, y, right: x + width, size };
}

function tidy(text: string): string {
  return (
    text
      // Bullets of symbol fonts are private-use characters in Unicode.
      .replaceAll(/\p{Co}/gu, "•")
      .replaceAll(/[^\S\t]+/g, " ")
      .replaceAll(/ ?\t[ \t]*/g, "\t")
      .trim()
  );
}
