/** The saturation of repeated terms, and how much long passages are held back: as on the server. */
export const K1 = 1.5;
const B = 0.6;

/** The part of a passage's length in the denominator of BM25. @param length and the mean, in words */
export function lengthNorm(length: number, meanLength: number): number {
  return K1 * (1 - B + (B * length) / meanLength);
}

/**
 * Sorting keys of scores that were summed in different orders, on the device and on the server, are
 * equal when the scores are equal but for rounding errors.
 */
export function scoreKey(score: number): number {
  return Math.round(score * 1e8);
}
