import type { Row } from "./rest.ts";

/** Runs a statement as the database's owner, always in the same session. */
export type Sql = (statement: string) => Promise<Row[]>;

/**
 * Runs a statement with a person's rights, then the `look` query with the owner's rights, and rolls
 * everything back.
 * @param person an id; null is a visitor
 * @returns the SQLSTATE of a refusal and its message, or the rows of `look`, or without one those of
 *   the statement
 */
export async function runAs(
  sql: Sql,
  person: string | null,
  steps: {
    prepare?: string[];
    statement: string;
    look?: string;
    /** Absent: aal2, as after a second factor. */
    assurance?: "aal1" | "aal2";
    /** How the session began; absent: not by a password. */
    method?: "password" | "oauth";
  },
): Promise<{ refusal: string | null; message: string; rows: Row[] }> {
  return await rolledBack(sql, async () => {
    try {
      for (const statement of steps.prepare ?? []) await sql(statement);
      const claims = JSON.stringify({
        sub: person,
        aal: steps.assurance ?? "aal2",
        amr: steps.method ? [{ method: steps.method, timestamp: 0 }] : [],
        session_id: person && (await beginSession(sql, person)),
      });
      await sql(`select set_config('request.jwt.claim.sub', '${person ?? ""}', true)`);
      await sql(`select set_config('request.jwt.claims', '${person ? claims : ""}', true)`);
      await sql(`set local role ${person ? "authenticated" : "anon"}`);
      const read = await sql(steps.statement);
      await sql("reset role");
      return { refusal: null, message: "", rows: steps.look ? await sql(steps.look) : read };
    } catch (error) {
      const { code, message } = error as { code?: unknown; message: string };
      if (typeof code !== "string") throw error;
      return { refusal: code, message, rows: [] };
    }
  });
}

/** Rolls back what that work did in the database. */
export async function rolledBack<T>(sql: Sql, work: () => Promise<T>): Promise<T> {
  await sql("begin");
  try {
    return await work();
  } finally {
    await sql("rollback");
  }
}

/**
 * Adds a session of that person, as a token names one; it is rolled back with the rest. @returns
 * its id
 */
async function beginSession(sql: Sql, person: string): Promise<unknown> {
  const [session] = await sql(`
    insert into auth.sessions (id, user_id) values (gen_random_uuid(), '${person}') returning id`);
  return session?.id;
}
