import {
  type ActorName,
  type PersonName,
  people,
  status,
  type Target,
  targetsOf,
} from "./people.ts";
import type { Row } from "./rest.ts";
import { type Parties, PROSPECT, type TableName, tables } from "./tables.ts";
import type { World } from "./world.ts";

export const WRITE_OPERATIONS = ["insert", "update", "delete"] as const;
export type WriteOperation = (typeof WRITE_OPERATIONS)[number];

/** Whether a cell of the expectations includes that standing. */
export function holds(cell: string, target: Target): boolean {
  if (cell === "all") return true;
  if (cell === "others") return target !== "own";
  const targets = cell === "team" ? ["own", "company", "super"] : cell.split(",");
  return targets.includes(target);
}

/** The standing of a row for the actor. */
export function standingOfRow(world: World, table: TableName, actor: ActorName, row: Row): Target {
  const { column, kind } = tables[table].owner;
  if (kind === "person") return status(actor, world.personWith(row[column]));
  if (kind === "visitor") return "elsewhere";
  return row[column] === world.companyOf(actor) ? "own" : "elsewhere";
}

/** One owner for every standing that the table has, on whose row a statement is tried. */
export function targetsIn(
  table: TableName,
  operation: WriteOperation,
  actor: ActorName | "anon",
): [Target, PersonName][] {
  const all = Object.entries(targetsOf(actor)) as [Target, PersonName][];
  const { kind } = tables[table].owner;
  if (kind === "person") return all;
  if (kind === "visitor") return all.filter(([target]) => target === "elsewhere");
  // A new company is nobody's own yet.
  const ownExists =
    actor !== "anon" &&
    people[actor].company !== null &&
    !(table === "companies" && operation === "insert");
  return all.filter(([target]) => target === "elsewhere" || (target === "own" && ownExists));
}

export function partiesOf(world: World, actor: PersonName, person: PersonName): Parties {
  return {
    actor: world.idOf(actor),
    person: world.idOf(person),
    company: world.companyOf(person),
  };
}

/** The value in the owner column of that person's row. */
export function ownerOf(world: World, table: TableName, person: PersonName): string | null {
  const { kind } = tables[table].owner;
  if (kind === "visitor") return PROSPECT;
  return kind === "person" ? world.idOf(person) : world.companyOf(person);
}
