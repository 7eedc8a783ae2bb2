import { type GoldenComparison, worseOf } from "#commands/golden-run.ts";

/** The questions whose answers are as expected only after the change. */
export function betterOf(all: readonly GoldenComparison[]): GoldenComparison[] {
  return all.filter(({ before, after }) => before === "broken" && after === "kept");
}

/** What the check found, in one sentence. */
export function doneWords(all: readonly GoldenComparison[]): string {
  if (all.length === 0) return "No golden question was checked.";
  const worse = worseOf(all).length;
  const broken = all.filter(({ after }) => after === "broken").length;
  return `Of ${questionWords(all.length)}, ${worse} ${worse === 1 ? "gets" : "get"} worse and ${betterOf(all).length} better; ${broken} ${broken === 1 ? "is" : "are"} broken afterwards.`;
}

/** Says how many questions were not checked, and why. */
export function failureWords(unchecked: number, failure: string): string {
  return `${questionWords(unchecked)} could not be checked: ${failure}`;
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

function questionWords(count: number): string {
  return count === 1 ? "1 golden question" : `${count} golden questions`;
}
