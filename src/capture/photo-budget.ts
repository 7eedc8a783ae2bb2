/** Longest side of a photo that is sent, in pixels. */
export const LONGEST_SIDE = 1600;

/**
 * Maximum size of a sent photo (bytes): it takes seconds on a slow connection, and is still sharp.
 */
export const PHOTO_BYTES = 350_000;

/** How a photo may be encoded. `quality` is JPEG's, 0 to 1. */
export interface EncodeAttempt {
  width: number;
  height: number;
  quality: number;
}

const QUALITIES = [0.85, 0.75, 0.65, 0.55, 0.45];
const SMALLER_SIDES = [1280, 1024, 800, 640, 480];

/**
 * How to encode a photo of this size, the best first: a photo with too many bytes loses quality
 * first, then pixels. A label is still legible at a quality at which a landscape looks poor, but
 * not with half its pixels.
 */
export function encodeAttempts(width: number, height: number): EncodeAttempt[] {
  const lowest = QUALITIES.at(-1) ?? 1;
  return [
    ...QUALITIES.map((quality) => ({ ...fitWithin(width, height, LONGEST_SIDE), quality })),
    ...SMALLER_SIDES.filter((side) => side < Math.max(width, height)).map((side) => ({
      ...fitWithin(width, height, side),
      quality: lowest,
    })),
  ];
}

/**
 * The largest size with the same proportions whose longest side fits; never larger than the
 * original.
 */
function fitWithin(
  width: number,
  height: number,
  longest: number,
): { width: number; height: number } {
  const scale = Math.min(1, longest / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}
