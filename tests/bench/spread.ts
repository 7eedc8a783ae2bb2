/** The shortest and the longest of some times, their median, and what 95 of 100 stay under. */
export function spreadOf(times: readonly number[]) {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
  return { min: at(0), median: at(0.5), p95: at(0.95), max: at(1) };
}

export type Spread = ReturnType<typeof spreadOf>;

/** Formats with as many digits as are meaningful. */
export function figure(value: number): string {
  if (value >= 100) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/** `1.23x`, or `?` if there is nothing to compare with. */
export function ratio(value: number, base: number): string {
  return Number.isFinite(value / base) ? `${(value / base).toFixed(2)}x` : "?";
}
