import type { Sql } from "../policies/world/run-as.ts";
import { brokenConditions } from "./broken-conditions.ts";
import type { Operation } from "./policy-trials.ts";

/** A change of the database: one policy is missing, or one allows more or less than it should. */
export interface Mutant {
  table: string;
  policy: string;
  operation: Operation;
  /** A description of the change. */
  change: string;
  break: string;
  mend: string;
}

interface Policy {
  schemaname: string;
  tablename: string;
  policyname: string;
  permissive: string;
  roles: string;
  cmd: string;
  qual: string | null;
  with_check: string | null;
}

/**
 * Every mutant of every policy: removed, always true, and without each part of its conditions. The
 * policies are read from the database after all migrations, so that each line of a migration that
 * still counts is one condition.
 */
export async function policyMutants(sql: Sql): Promise<Mutant[]> {
  const policies = (await sql(`
    select schemaname, tablename, policyname, permissive, cmd, qual, with_check,
           array_to_string(roles, ', ') as roles
    from pg_policies where schemaname in ('public', 'storage')
    order by schemaname, tablename, cmd, policyname`)) as unknown as Policy[];
  return policies.flatMap(mutantsOf);
}

function mutantsOf(policy: Policy): Mutant[] {
  const { schemaname, tablename, policyname, permissive, roles, cmd, qual, with_check } = policy;
  const on = `"${policyname}" on ${schemaname}.${tablename}`;
  const common = { table: tablename, policy: policyname, operation: operationOf(cmd) };
  const created =
    `create policy ${on} as ${permissive} for ${cmd} to ${roles}` +
    (qual === null ? "" : ` using (${qual})`) +
    (with_check === null ? "" : ` with check (${with_check})`);
  const removed = {
    ...common,
    change: "removed",
    break: `drop policy ${on}`,
    mend: created,
  };
  const conditions = [
    ["using", qual],
    ["with check", with_check],
  ] as const;
  const broken = conditions.flatMap(([clause, condition]) => {
    if (condition === null || condition === "true") return [];
    return brokenConditions(condition).map(({ change, condition: other }) => ({
      ...common,
      change: `${clause} ${change}`,
      break: `alter policy ${on} ${clause} (${other})`,
      mend: `alter policy ${on} ${clause} (${condition})`,
    }));
  });
  return [removed, ...broken];
}

function operationOf(cmd: string): Operation {
  return cmd === "INSERT" || cmd === "UPDATE" || cmd === "DELETE"
    ? (cmd.toLowerCase() as Operation)
    : "select";
}
