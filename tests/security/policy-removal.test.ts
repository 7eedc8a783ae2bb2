// @module-tag night

import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type InProcessWorld, startInProcessWorld } from "./in-process-world.ts";
import { type Mutant, policyMutants } from "./policy-mutants.ts";
import { firstFailure, type Part, parts, partsConcerned } from "./policy-trials.ts";

/**
 * Conditions with a second condition behind them, so that opening only one of the two changes
 * nothing for anybody. A comment names the other condition, and so the reason to keep both.
 */
const secondLines: ReadonlySet<string> = new Set([
  // The using condition, which is the same, has let nobody else through.
  "companies: super administrators rename companies: with check (true)",
  "user_roles: administrators change roles: with check without AND (user_id <> auth.uid())",
  "user_roles: administrators change roles: with check without AND private.manages(user_id)",
  "ai_prompt_settings: super administrators change prompts: with check without AND ( SELECT private.is_super_admin() AS is_super_admin)",
  "contact_form_submissions: administrators answer requests: with check (true)",
  "knowledge_base: administrators change files: with check (true)",
  "knowledge_base: administrators change files: with check without AND (company_id = ( SELECT private.current_company() AS current_company))",
  "knowledge_base: administrators change files: with check without AND ( SELECT private.has_role('admin'::text) AS has_role)",
  "golden_questions: administrators change golden questions: with check (true)",
  "golden_questions: administrators change golden questions: with check without AND (company_id = ( SELECT private.current_company() AS current_company))",
  "golden_questions: administrators change golden questions: with check without AND ( SELECT private.has_role('admin'::text) AS has_role)",
  "answer_reviews: administrators change reviews: with check (true)",
  "answer_reviews: administrators change reviews: with check without AND (company_id = ( SELECT private.current_company() AS current_company))",
  "answer_reviews: administrators change reviews: with check without AND ( SELECT private.has_role('admin'::text) AS has_role)",
  // It asks for ratings under their own policy, which shows people only theirs, while they are active.
  "answer_reviews: administrators read reviews, people those of their own ratings: using without AND ( SELECT private.is_active() AS is_active)",
  "answer_reviews: administrators read reviews, people those of their own ratings: using without AND (f.user_id = ( SELECT auth.uid() AS uid))",
  // The trigger guard_profile_columns lets no administrator change a company.
  "profiles: administrators change the people they manage: with check (true)",
  // It asks for the people of the company under their own policy, which shows a technician nobody.
  "user_roles: people read their role, administrators their company's: using without AND ( SELECT private.has_role('admin'::text) AS has_role)",
  // There is no other bucket, and nobody adds to one or deletes from one.
  "objects: objects are added with the second factor required: with check without OR (bucket_id <> 'knowledge-base'::text)",
  "objects: objects are deleted with the second factor required: using without OR (bucket_id <> 'knowledge-base'::text)",
]);

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
  async (part) => {
    expect(await firstFailure(world, [part])).toBeNull();
    const its = mutants.filter(({ table }) => table === part);
    const missed = await unnoticed(part, its);
    const names = its.map(nameOf);
    expect(missed.sort()).toEqual(names.filter((name) => secondLines.has(name)).sort());
  },
);
