import type { TableName } from "../expected/expectations.ts";
import {
  type ActorName,
  type PersonName,
  people,
  status,
  type Target,
  targetsOf,
} from "./people.ts";
import type { PeopledWorld } from "./peopled-world.ts";
import type { Row } from "./rest.ts";
import { type Parties, PROSPECT, tables } from "./tables.ts";

export const WRITE_OPERATIONS = ["insert", "update", "delete"] as const;
export type WriteOperation = (typeof WRITE_OPERATIONS)[number];

/** Whether a cell of the expectations names that standing. */
export function holds(cell: string, target: Target): boolean {
  return cell === "all" || cell.split(",").includes(target);
}

/** Where a row stands, seen from the actor. */
export function standingOfRow(
  world: PeopledWorld,
  table: TableName,
  actor: ActorName,
  row: Row,
): Target {
  const { column, kind } = tables[table].owner;
  if (kind === "person") return status(actor, world.personWith(row[column]));
  if (kind === "visitor") return "elsewhere";
  return row[column] === world.companyOf(actor) ? "own" : "elsewhere";
}

/** One owner of every standing that the table knows, to try a statement on their row. */
export function targetsIn(
  table: TableName,
  operation: WriteOperation,
  actor: ActorName | "anon",
): [Target, PersonName][] {
  const all = Object.entries(targetsOf(actor)) as [Target, PersonName][];
  const { kind } = tables[table].owner;
  if (kind === "person") return all;
  if (kind === "visitor") return all.filter(([target]) => target === "elsewhere");
  // A company that is new is nobody's own.
  const ownExists =
    actor !== "anon" &&
    people[actor].company !== null &&
    !(table === "companies" && operation === "insert");
  return all.filter(([target]) => target === "elsewhere" || (target === "own" && ownExists));
}

export function partiesOf(world: PeopledWorld, actor: PersonName, person: PersonName): Parties {
  return {
    actor: world.idOf(actor),
    person: world.idOf(person),
    company: world.companyOf(person),
  };
}

/** What stands in the owner column of that person's row. */
export function ownerOf(world: PeopledWorld, table: TableName, person: PersonName): string | null {
  const { kind } = tables[table].owner;
  if (kind === "visitor") return PROSPECT;
  return kind === "person" ? world.idOf(person) : world.companyOf(person);
}
