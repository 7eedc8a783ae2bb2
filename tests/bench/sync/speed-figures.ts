/** The median of some times, the time that 95 of 100 stay under, the shortest and the longest. */
export interface Spread {
  min: number;
  max: number;
  median: number;
  p95: number;
}

/** @param times at least one, in any unit */
export function spreadOf(times: readonly number[]): Spread {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
  return { min: at(0), median: at(0.5), p95: at(0.95), max: at(1) };
}

/** Formats with as many digits as are meaningful. */
export function figure(value: number): string {
  if (value >= 100) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/** `1.23x`, or `?` if there is nothing to compare with. */
export function ratio(value: number | null, base: number | null): string {
  return value === null || base === null || base === 0 ? "?" : `${(value / base).toFixed(2)}x`;
}
