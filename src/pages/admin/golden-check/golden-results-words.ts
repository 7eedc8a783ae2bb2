import type { GoldenComparison } from "#commands/golden-run.ts";

/** The questions whose answers are as expected only after the change. */
export function betterOf(all: readonly GoldenComparison[]): GoldenComparison[] {
  return all.filter(({ before, after }) => before === "broken" && after === "kept");
}

/** What the check cost. */
export function costWords(cost: number | null): string {
  if (cost === null) return "What the check cost is not known.";
  if (cost === 0) return "The check cost nothing.";
  const dollars = new Intl.NumberFormat("en", {
    style: "currency",
    currency: "USD",
    maximumFractionDigits: 4,
  });
  return `The check cost ${dollars.format(cost)}.`;
}
