import { BROKEN, type Broken, type Finding } from "./finding.ts";

/** How many times each promise was broken. */
export type Tally = Record<Broken, number>;

/** Counts findings by the promise that they break. */
export function tallied(findings: readonly Finding[]): Tally {
  const tally = Object.fromEntries(BROKEN.map((broken) => [broken, 0])) as Tally;
  for (const { broken } of findings) tally[broken] += 1;
  return tally;
}
