import { isDeepStrictEqual } from "node:util";
import { tryRaisedObjects, tryRaisedWrites } from "../policies/cases/assurance.ts";
import { finePrint } from "../policies/cases/fine-print.ts";
import { tryObjects } from "../policies/cases/storage-policies.ts";
import { tryUnfiltered } from "../policies/cases/unfiltered.ts";
import { callers, type Operation } from "../policies/expected/expectations.ts";
import { watch } from "../policies/world/effect.ts";
import { actorNames } from "../policies/world/people.ts";
import { WRITE_OPERATIONS } from "../policies/world/row-ownership.ts";
import { type Trial, trySelect, tryWrite } from "../policies/world/row-trials.ts";
import { type TableName, tableNames } from "../policies/world/tables.ts";
import type { InProcessWorld } from "./in-process-world.ts";

export type Part = TableName | "objects";

export const parts: readonly Part[] = [...tableNames, "objects"];

/**
 * The first line of the matrix that fails, in words; null when every line of these parts holds.
 * @param first the operation that is tried first in every part
 */
export async function firstFailure(
  world: InProcessWorld,
  concerned: readonly Part[],
  first: Operation = "select",
): Promise<string | null> {
  for (const part of concerned) {
    const trials = part === "objects" ? objectTrials(world) : tableTrials(world, part, first);
    for await (const [what, { found, expected }] of trials) {
      if (isDeepStrictEqual(found, expected)) continue;
      return `${what}: ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`;
    }
  }
  return null;
}

/**
 * The part of the matrix about that table, and the parts about tables whose policies read its rows.
 */
export async function partsConcerned(world: InProcessWorld, table: string): Promise<Part[]> {
  const asking = await world.sql(`
    select distinct tablename as name from pg_policies
    where schemaname in ('public', 'storage') and tablename <> '${table}'
      and coalesce(qual, '') || coalesce(with_check, '') ~ '\\m${table}\\M'`);
  const names = [table, ...asking.map(({ name }) => name)];
  return parts
    .filter((part) => names.includes(part))
    .sort((one, other) => names.indexOf(one) - names.indexOf(other));
}

type Named = AsyncGenerator<[what: string, trial: Trial]>;

async function* objectTrials(world: InProcessWorld): Named {
  for (const caller of callers) {
    yield [`objects ${caller}`, await tryObjects(world, world.sql, caller)];
  }
  yield ["objects with a second factor", await tryRaisedObjects(world, world.sql)];
}

async function* tableTrials(world: InProcessWorld, table: TableName, first: Operation): Named {
  yield [`${table} with a second factor`, await tryRaisedWrites(world, world.sql, table)];
  const watched = await watch(world, table);
  const operations = ["select", ...WRITE_OPERATIONS] as const;
  for (const operation of [first, ...operations.filter((it) => it !== first)]) {
    if (operation === "update" || operation === "delete") {
      for (const actor of actorNames) {
        const trial = await tryUnfiltered(world, world.sql, table, actor, operation);
        yield [`${table} ${actor} ${operation} of all rows`, trial];
      }
    }
    for (const actor of callers) {
      const trial =
        operation === "select"
          ? await trySelect(world, table, actor, watched)
          : await tryWrite(world, table, actor, operation, watched);
      yield [`${table} ${actor} ${operation}`, trial];
    }
  }
  for (const [line, attempt] of Object.entries(finePrint[table] ?? {})) {
    yield [`${table}: ${line}`, await attempt(world)];
  }
}
