/** The units of limits and their bytes. */
const UNITS = [
  ["MiB", 1024 * 1024],
  ["MB", 1_000_000],
] as const;

/**
 * A limit in bytes as text, in the unit in which it is a whole number: 10,000,000 is "10 MB", and
 * 8 × 1024 × 1024 is "8 MiB". So the text never tells another limit than the one that is enforced.
 * @throws for a limit that is whole in no unit
 */
export function sizeLimitWords(bytes: number): string {
  const unit = UNITS.find(([, size]) => bytes % size === 0);
  if (unit === undefined) throw new Error(`No unit fits ${bytes} bytes`);
  return `${bytes / unit[1]} ${unit[0]}`;
}
