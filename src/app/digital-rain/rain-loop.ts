import { drawSheet, rainPainter } from "./rain-canvas.ts";
import type { RainField, RainPainter } from "./rain-field.ts";
import type { RainInk } from "./rain-palette.ts";

/** Time between two frames, in milliseconds. */
export const FRAME_MS = 80;

/** Side of a cell, in CSS pixels. */
const CELL_SIZE = 16;

/**
 * A message from the page to the rain. The rain shows nothing until it has received a size and
 * colours.
 */
export type RainOrder =
  /**
   * `width` and `height` are in CSS pixels; `scale` is the number of canvas pixels per CSS pixel.
   */
  | { kind: "size"; width: number; height: number; scale: number }
  | { kind: "colors"; palette: readonly RainInk[] }
  | { kind: "run"; runs: boolean };

/** Draws the rain on its own timer. It has no timer while it is stopped. */
export class RainLoop {
  readonly #canvas: OffscreenCanvas;
  readonly #sheet: OffscreenCanvas;
  readonly #field: RainField;
  #palette: readonly RainInk[] = [];
  #cell = 0;
  #painter: RainPainter | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;

  /**
   * @param canvas shows the rain; its size is set here
   * @param sheet a separate canvas for the pre-drawn glyphs
   */
  constructor(canvas: OffscreenCanvas, sheet: OffscreenCanvas, field: RainField) {
    this.#canvas = canvas;
    this.#sheet = sheet;
    this.#field = field;
  }

  obey(order: RainOrder): void {
    switch (order.kind) {
      case "size": {
        const { width, height, scale } = order;
        this.#cell = Math.round(CELL_SIZE * scale);
        this.#canvas.width = Math.round(width * scale);
        this.#canvas.height = Math.round(height * scale);
        this.#repaint();
        return;
      }
      case "colors":
        this.#palette = order.palette;
        this.#repaint();
        return;
      case "run":
        clearInterval(this.#timer);
        if (order.runs) this.#timer = setInterval(() => this.#frame(), FRAME_MS);
    }
  }

  #repaint(): void {
    const context = this.#canvas.getContext("2d");
    if (context === null || this.#cell === 0 || this.#palette.length === 0) return;
    const { width, height } = this.#canvas;
    context.clearRect(0, 0, width, height);
    drawSheet(this.#sheet, this.#palette, this.#cell);
    this.#painter = rainPainter(context, this.#sheet, this.#cell);
    this.#field.resize(Math.ceil(width / this.#cell), Math.ceil(height / this.#cell));
    this.#field.paint(this.#painter);
  }

  #frame(): void {
    if (this.#painter !== null) this.#field.tick(this.#painter);
  }
}
