import { randomUUID } from "node:crypto";
import { type Caller, cellOf } from "../expected/expectations.ts";
import { type Snapshot, type Statement, type Watch, watch } from "./effect.ts";
import type { ActorName, PersonName } from "./people.ts";
import {
  holds,
  ownerOf,
  partiesOf,
  standingOfRow,
  targetsIn,
  type WriteOperation,
} from "./row-ownership.ts";
import { filterOf, type TableName, tables } from "./tables.ts";
import type { World } from "./world.ts";

/** The outcome of an attempt, and the outcome that the expectations state; they must be equal. */
export interface Trial {
  found: unknown;
  expected: unknown;
}

/** Reads a table as that person, and compares with `reach`. */
export async function trySelect(
  world: World,
  table: TableName,
  actor: Caller,
  watched: Watch,
): Promise<Trial> {
  const cell = cellOf(table, "select", actor);
  const { status, code, message, rows } = await world.as(actor, "GET", table);
  if (cell === "refused" || actor === "anon") {
    return {
      found: { cell, status, code },
      expected: { cell: "refused", status: actor === "anon" ? 401 : 403, code: "42501" },
    };
  }
  const expected = [...watched.rows]
    .filter(([, row]) => holds(cell, standingOfRow(world, table, actor, row)))
    .map(([key]) => key);
  return {
    found: { message, rows: rows.map((row) => filterOf(table, row)).sort() },
    expected: { message: null, rows: expected.sort() },
  };
}

/**
 * Writes to one row of every standing as that person, compares with `reach`, and undoes every
 * effect.
 */
export async function tryWrite(
  world: World,
  table: TableName,
  actor: Caller,
  operation: WriteOperation,
  watched: Watch,
): Promise<Trial> {
  const cell = cellOf(table, operation, actor);
  const attempts = targetsIn(table, operation, actor).map(([target, person]) => ({
    ...{ table, operation, actor, person, target },
    allowed: holds(cell, target),
  }));
  const otherwise = operation === "insert" || cell === "refused" ? "refused" : "nothing";
  const found: Record<string, string | undefined> = {};
  for (const attempt of attempts.filter(({ allowed }) => allowed)) {
    found[attempt.target] = await tryAllowed(world, attempt, watched);
  }
  const others = attempts.filter(({ allowed }) => !allowed);
  const effects = await watched.effectsOf(
    others.map((attempt) => statementOf(world, attempt, watched.rows)),
  );
  for (const [i, { target }] of others.entries()) found[target] = effects[i];
  return {
    found,
    expected: Object.fromEntries(
      attempts.map(({ target, allowed }) => [target, allowed ? "done" : otherwise]),
    ),
  };
}

/** A statement about one row: a person's, or that of their company. */
interface Attempt {
  table: TableName;
  operation: WriteOperation;
  actor: Caller;
  person: PersonName;
}

function statementOf(
  world: World,
  { table, operation, actor, person }: Attempt,
  rows: Snapshot,
  owner = ownerOf(world, table, person),
): Statement {
  // A visitor has no id, so the row that they send names its owner instead.
  const parties = partiesOf(world, actor === "anon" ? person : actor, person);
  const {
    newRow,
    change,
    owner: { column },
  } = tables[table];
  if (operation === "insert")
    return () => world.as(actor, "POST", table, { body: newRow(parties) });
  // A person without a role row has none to change; the statement names it all the same.
  const row = [...rows.values()].find((row) => row[column] === owner) ?? { [column]: owner };
  const path = `${table}?${filterOf(table, row)}`;
  return () =>
    operation === "update"
      ? world.as(actor, "PATCH", path, { body: change(row, parties) })
      : world.as(actor, "DELETE", path);
}

/**
 * Tries an allowed statement with suitable data: a role is given to a person without one, and the
 * deleted company has no other people.
 */
async function tryAllowed(world: World, attempt: Attempt, watched: Watch) {
  const { table, operation, actor, person } = attempt;
  if (table === "user_roles" && operation === "insert") {
    const giveBack = await takeRoleRow(world, person);
    const { rows, effectsOf } = await watch(world, table);
    const [effect] = await effectsOf([statementOf(world, attempt, rows)]);
    await giveBack();
    return effect;
  }
  if (table === "companies" && operation === "delete") {
    const company = randomUUID();
    const move = (company_id: string | null) =>
      actor !== person ||
      world.asServer("PATCH", `profiles?id=eq.${world.idOf(actor)}`, { body: { company_id } });
    await world.asServer("POST", "companies", { body: { id: company, name: "Spare" } });
    await move(company);
    const { rows, effectsOf } = await watch(world, table);
    const [effect] = await effectsOf([statementOf(world, attempt, rows, company)]);
    await move(world.companyOf(person));
    await world.asServer("DELETE", `companies?id=eq.${company}`);
    return effect;
  }
  if ((table === "knowledge_base" || table === "webhooks") && operation === "delete") {
    // Deleting a file also deletes its passages, and a webhook its deliveries, which undoing would not
    // restore, so a spare one is deleted.
    const spare = { ...tables[table].newRow(partiesOf(world, actor as ActorName, person)) };
    await world.asServer("POST", table, { body: spare });
    const { effectsOf } = await watch(world, table);
    const path = `${table}?${filterOf(table, spare)}`;
    const [effect] = await effectsOf([() => world.as(actor, "DELETE", path)]);
    await world.asServer("DELETE", path);
    return effect;
  }
  const [effect] = await watched.effectsOf([statementOf(world, attempt, watched.rows)]);
  return effect;
}

/**
 * Removes a person's role row, so that another can be inserted. @returns a function that restores
 * it
 */
export async function takeRoleRow(world: World, person: PersonName): Promise<() => Promise<void>> {
  const path = `user_roles?user_id=eq.${world.idOf(person)}`;
  const { rows } = await world.asServer("GET", path);
  await world.asServer("DELETE", path);
  return async () => {
    for (const body of rows) await world.asServer("POST", "user_roles", { body });
  };
}
