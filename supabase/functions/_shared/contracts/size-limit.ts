/** The units of limits and their bytes. */
const UNITS = [
  ["MiB", 1024 * 1024],
  ["MB", 1_000_000],
] as const;

/** A limit in bytes as text: "10 MB", "8 MiB". @throws for one that is a whole number in no unit */
export function sizeLimitWords(bytes: number): string {
  const unit = UNITS.find(([, size]) => bytes % size === 0);
  if (unit === undefined) throw new Error(`No unit fits ${bytes} bytes`);
  return `${bytes / unit[1]} ${unit[0]}`;
}
