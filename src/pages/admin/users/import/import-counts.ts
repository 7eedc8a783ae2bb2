import type { PlannedPerson } from "./plan-import.ts";
import type { RowResult } from "./use-import.ts";

/** How many lines there are of each fate, in one sentence; what has not happened is left out. */
export function countWords(
  plan: readonly PlannedPerson[],
  results: ReadonlyMap<string, RowResult>,
): string {
  const counts = { created: 0, toCreate: 0, there: 0, notCreated: 0 };
  for (const { id, fate } of plan) {
    const result = results.get(id);
    const known = typeof result === "object" ? result : undefined;
    if (fate.kind === "invalid") counts.notCreated += 1;
    else if (fate.kind === "there" || known?.kind === "taken") counts.there += 1;
    else if (known?.kind === "created") counts.created += 1;
    else if (known?.kind === "failed" && known.isFinal) counts.notCreated += 1;
    else counts.toCreate += 1;
  }
  const parts = [
    [counts.created, "created"],
    [counts.toCreate, "to create"],
    [counts.there, "already there"],
    [counts.notCreated, "not possible"],
  ] as const;
  return parts.flatMap(([count, word]) => (count === 0 ? [] : [`${count} ${word}`])).join(" · ");
}
