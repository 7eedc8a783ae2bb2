import type { Operation } from "../policies/expected/expectations.ts";
import type { Sql } from "../policies/world/run-as.ts";

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

/** A condition with one change, and a description of the change. */
interface BrokenCondition {
  change: string;
  condition: string;
}

/**
 * Variants of a condition that allow too much: one that is always true, and one for each operand,
 * without it (an operand of AND counts as true, an operand of OR as false).
 * @param condition as PostgreSQL prints it: every AND and OR in its own brackets
 */
function brokenConditions(condition: string): BrokenCondition[] {
  return [
    { change: "(true)", condition: "true" },
    ...partsOf(condition).map(({ start, end, word }) => ({
      change: `without ${word} ${condition.slice(start, end).trim()}`,
      condition: `${condition.slice(0, start)} ${word === "AND" ? "true" : "false"} ${condition.slice(end)}`,
    })),
  ];
}

interface Part {
  start: number;
  end: number;
  word: "AND" | "OR";
}

/** The operands of every AND and OR, at any depth. */
function partsOf(condition: string): Part[] {
  const parts: Part[] = [];
  for (const { start, end } of groupsOf(condition)) {
    const words = [...condition.slice(start, end).matchAll(/ (AND|OR) /g)]
      .map((match) => ({ at: start + match.index, word: match[1] as Part["word"] }))
      .filter(({ at }) => depthAt(condition, at) === depthAt(condition, start));
    const [first] = words;
    if (!first) continue;
    const edges = [start, ...words.flatMap(({ at, word }) => [at, at + word.length + 2]), end];
    for (let i = 0; i < edges.length; i += 2) {
      parts.push({ start: edges[i] ?? start, end: edges[i + 1] ?? end, word: first.word });
    }
  }
  return parts;
}

/** The whole condition, and the content of each pair of brackets. */
function groupsOf(condition: string): { start: number; end: number }[] {
  const groups = [{ start: 0, end: condition.length }];
  const open: number[] = [];
  for (let i = 0; i < condition.length; i += 1) {
    if (condition[i] === "(") open.push(i + 1);
    if (condition[i] === ")") groups.push({ start: open.pop() ?? 0, end: i });
  }
  return groups;
}

function depthAt(condition: string, at: number): number {
  const before = condition.slice(0, at);
  return before.split("(").length - before.split(")").length;
}
