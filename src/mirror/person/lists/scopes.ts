import type { EntityTable } from "dexie";
import type { PersonDatabase, Scope } from "../person-database.ts";

/** Where, and under which name, it is noted how fresh a list is. */
export interface ListScope {
  table: EntityTable<Scope, "name">;
  name: string;
}

export function scopeOf(db: PersonDatabase, name: string): ListScope {
  return { table: db.scopes, name };
}

/** When a list was last refreshed (epoch ms); null when it never was. */
export async function refreshedAt(db: PersonDatabase, scope: string): Promise<number | null> {
  return (await db.scopes.get(scope))?.refreshedAt ?? null;
}
