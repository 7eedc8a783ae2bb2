import type { RainField, RainPainter } from "./rain-field.ts";
import type { RainInk } from "./rain-palette.ts";

/** Time between two frames, in milliseconds. */
const FRAME_MS = 80;

/** Side of a cell, in CSS pixels. */
const CELL_SIZE = 16;

/** A message to the rain, which shows nothing before it has a size and colours. */
export type RainOrder =
  /** `width` and `height` are in CSS pixels; `scale` is canvas pixels per CSS pixel. */
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
        if (!order.runs) return;
        this.#timer = setInterval(() => {
          if (this.#painter !== null) this.#field.tick(this.#painter);
        }, FRAME_MS);
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
}

/** Technical characters that the monospace font of every device has. */
export const GLYPHS: readonly string[] = Array.from("0123456789ABCDEFHKLNTXYZΩΔΣµ±°<>=+");

type RainContext = Pick<OffscreenCanvasRenderingContext2D, "clearRect" | "drawImage">;

/**
 * Paints cells from a sheet of pre-drawn glyphs. Copying a square is many times cheaper than
 * drawing text, and a frame copies only the squares that change.
 * @param cell side of a cell in pixels of the canvas
 */
function rainPainter(context: RainContext, sheet: CanvasImageSource, cell: number): RainPainter {
  return {
    light(column, row, glyph, step) {
      const [x, y] = [column * cell, row * cell];
      context.clearRect(x, y, cell, cell);
      context.drawImage(sheet, glyph * cell, step * cell, cell, cell, x, y, cell, cell);
    },
    clear(column, row) {
      context.clearRect(column * cell, row * cell, cell, cell);
    },
  };
}

/**
 * Draws the sheet: a column for each glyph, a row for each colour.
 * @param sheet its size is set here, to fit all glyphs and colours
 */
function drawSheet(sheet: OffscreenCanvas, palette: readonly RainInk[], cell: number): void {
  sheet.width = GLYPHS.length * cell;
  sheet.height = palette.length * cell;
  const context = sheet.getContext("2d");
  if (context === null) return;
  context.font = `600 ${cell}px ui-monospace, "Roboto Mono", "DejaVu Sans Mono", monospace`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  palette.forEach(({ color, opacity }, step) => {
    context.fillStyle = color;
    context.globalAlpha = opacity;
    GLYPHS.forEach((glyph, index) => {
      // Draws mirrored characters, so that they do not look like text of the page.
      context.setTransform(-1, 0, 0, 1, (index + 0.5) * cell, (step + 0.5) * cell);
      context.fillText(glyph, 0, 0, cell);
    });
  });
}
