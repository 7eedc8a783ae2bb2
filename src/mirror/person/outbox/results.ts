import type { PersonDatabase, Result } from "../person-database.ts";

/** The full reply of an item that arrived lately; undefined while it has not, or when it is old. */
export function readResult(db: PersonDatabase, id: string): Promise<Result | undefined> {
  return db.results.get(id);
}
