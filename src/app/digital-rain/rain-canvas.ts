import type { RainPainter } from "./rain-field.ts";
import type { RainInk } from "./rain-palette.ts";

/** Technical characters that the monospace font of every device has. */
export const GLYPHS: readonly string[] = Array.from("0123456789ABCDEFHKLNTXYZΩΔΣµ±°<>=+");

type RainContext = Pick<OffscreenCanvasRenderingContext2D, "clearRect" | "drawImage">;

/**
 * Paints cells from a sheet of pre-drawn glyphs. Copying a square is many times cheaper than
 * drawing text, and a frame copies only the squares that change.
 * @param cell side of a cell in pixels of the canvas
 */
export function rainPainter(
  context: RainContext,
  sheet: CanvasImageSource,
  cell: number,
): RainPainter {
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
export function drawSheet(sheet: OffscreenCanvas, palette: readonly RainInk[], cell: number): void {
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
