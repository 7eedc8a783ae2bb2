/** How many cells fade behind the head of a drop. */
export const TRAIL_STEPS = 5;

/** The surface on which the rain is drawn, in cells. */
export interface RainPainter {
  /** @param step 0 for the head of a drop, then 1 to `TRAIL_STEPS` for the trail, fading */
  light(column: number, row: number, glyph: number, step: number): void;
  clear(column: number, row: number): void;
}

interface Column {
  /** The row of the drop's head; negative while the drop is still above the top. */
  head: number;
  /** Ticks that the drop needs for one row. Different speeds give an impression of depth. */
  pace: number;
  /** Ticks until the next row. */
  wait: number;
  /** Row r shows the glyph at r modulo the length: a cell keeps its glyph while it fades. */
  glyphs: number[];
}

const SLOTS = TRAIL_STEPS + 1;
const FASTEST = 2;
const SLOWEST = 4;

/** The rain: one drop per column, which falls row by row and begins again above the top. */
export class RainField {
  readonly #random: () => number;
  readonly #glyphCount: number;
  #columns: Column[] = [];
  #rows = 0;

  /** @param random uniform from 0 up to, not including, 1 */
  constructor(glyphCount: number, random: () => number) {
    this.#glyphCount = glyphCount;
    this.#random = random;
  }

  /** Sets a new size. New columns start in the middle of their fall. */
  resize(columns: number, rows: number): void {
    this.#rows = rows;
    this.#columns.length = Math.min(this.#columns.length, columns);
    while (this.#columns.length < columns) this.#columns.push(this.#begin());
  }

  /** Runs one tick and paints only the cells that it changes. */
  tick(painter: RainPainter): void {
    this.#columns.forEach((drop, column) => {
      drop.wait -= 1;
      if (drop.wait > 0) return;
      drop.wait = drop.pace;
      drop.head += 1;
      if (drop.head >= 0) drop.glyphs[drop.head % SLOTS] = this.#below(this.#glyphCount);
      this.#paintDrop(drop, column, painter);
      const left = drop.head - SLOTS;
      if (left >= 0 && left < this.#rows) painter.clear(column, left);
      if (left >= this.#rows - 1) this.#restart(drop);
    });
  }

  /** Paints every lit cell, on an empty surface. */
  paint(painter: RainPainter): void {
    this.#columns.forEach((drop, column) => {
      this.#paintDrop(drop, column, painter);
    });
  }

  #paintDrop(drop: Column, column: number, painter: RainPainter): void {
    for (let step = 0; step < SLOTS; step += 1) {
      const row = drop.head - step;
      if (row < 0 || row >= this.#rows) continue;
      painter.light(column, row, drop.glyphs[row % SLOTS] ?? 0, step);
    }
  }

  #begin(): Column {
    const pace = this.#pace();
    return {
      head: this.#below(2 * this.#rows) - this.#rows,
      pace,
      wait: 1 + this.#below(pace),
      glyphs: Array.from({ length: SLOTS }, () => this.#below(this.#glyphCount)),
    };
  }

  #restart(drop: Column): void {
    drop.head = -1 - this.#below(this.#rows);
    drop.pace = this.#pace();
    drop.wait = drop.pace;
  }

  #pace(): number {
    return FASTEST + this.#below(SLOWEST - FASTEST + 1);
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }
}
