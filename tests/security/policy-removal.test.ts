// @module-tag night

import { afterAll, beforeAll, expect, test, vi } from "vitest";
import "./figures.ts";
import { type InProcessWorld, startInProcessWorld } from "./in-process-world.ts";
import { type Mutant, policyMutants } from "./policy-mutants.ts";
import { firstFailure, type Part, parts, partsConcerned } from "./policy-trials.ts";
import { secondLines } from "./second-lines.ts";

let world: InProcessWorld;
let mutants: Mutant[];
beforeAll(async () => {
  // The library prints every refusal at length.
  vi.spyOn(console, "error").mockImplementation(() => {});
  world = await startInProcessWorld();
  mutants = await policyMutants(world.sql);
});
afterAll(() => world?.stop());

const nameOf = ({ table, policy, change }: Mutant) => `${table}: ${policy}: ${change}`;

/** The mutants that the matrix does not detect. */
async function unnoticed(part: Part, some: Mutant[]): Promise<string[]> {
  const concerned = await partsConcerned(world, part);
  const names: string[] = [];
  for (const mutant of some) {
    await world.sql(mutant.break);
    try {
      // An error counts as detected too: the mutant allowed a change that could not be undone.
      const failure = await firstFailure(world, concerned, mutant.operation).catch(String);
      if (failure === null) names.push(nameOf(mutant));
    } finally {
      await world.sql(mutant.mend);
      await world.restore();
    }
  }
  return names;
}

test.for(parts)(
  "the matrix fails if any policy of %s is removed or opened, completely or in part",
  async (part, { task }) => {
    expect(await firstFailure(world, [part])).toBeNull();
    const its = mutants.filter(({ table }) => table === part);
    const missed = await unnoticed(part, its);
    const names = its.map(nameOf);
    const figures = (what: string, removed: boolean) => {
      const tried = names.filter((name) => name.endsWith(": removed") === removed);
      const open = tried.filter((name) => missed.includes(name) && !secondLines.has(name));
      const held = tried.filter((name) => secondLines.has(name));
      const note = held.length === 0 ? "" : "less than all: a second line holds";
      return { what, tried: tried.length - held.length, failed: open.length, note };
    };
    task.meta.figures = [
      figures("policies removed, one by one: the matrix must fail", true),
      figures("conditions opened or taken away: the matrix must fail", false),
    ];
    expect(missed.sort()).toEqual(names.filter((name) => secondLines.has(name)).sort());
  },
);
