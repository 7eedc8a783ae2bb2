/** Most pixels of a canvas: phones show none, or a white one, beyond it. */
const MOST_PIXELS = 16_000_000;

/** Canvas pixels for a CSS pixel: as the screen has them, or as many as a canvas can hold. */
export function outputScale(width: number, height: number, ratio: number): number {
  return Math.min(ratio, Math.sqrt(MOST_PIXELS / Math.max(1, width * height)));
}
