import { seededRandom } from "./seeded-random.ts";

const ROUNDS = 10_000;

/**
 * How probable it is that differences as large arise by chance: a paired randomisation test of two
 * sides (Smucker, Allan, Carterette 2007).
 * @param groups the differences of each question, by collection; the figure is the mean over the
 *   collections of their means
 */
export function randomisationP(groups: readonly (readonly number[])[]): number {
  const random = seededRandom(1);
  const mean = (signOf: () => number) =>
    groups.reduce(
      (sum, differences) =>
        sum + differences.reduce((all, one) => all + signOf() * one, 0) / differences.length,
      0,
    ) / groups.length;
  const seen = Math.abs(mean(() => 1)) - 1e-12;
  let asLarge = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    if (Math.abs(mean(() => (random() < 0.5 ? -1 : 1))) >= seen) asLarge += 1;
  }
  return (asLarge + 1) / (ROUNDS + 1);
}
