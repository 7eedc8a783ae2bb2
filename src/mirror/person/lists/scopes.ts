import type { PersonDatabase } from "../person-database.ts";

/** When a list was last refreshed (epoch ms); null when it never was. */
export async function refreshedAt(db: PersonDatabase, scope: string): Promise<number | null> {
  return (await db.scopes.get(scope))?.refreshedAt ?? null;
}
