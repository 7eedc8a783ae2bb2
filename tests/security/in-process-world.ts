import { emailOf, type Ids } from "../policies/world/fixtures.ts";
import { personNames } from "../policies/world/people.ts";
import { furnish } from "../policies/world/peopled-world.ts";
import { send } from "../policies/world/rest.ts";
import { type InProcessBackend, startInProcessBackend } from "../support/in-process-backend.ts";

export type InProcessWorld = Awaited<ReturnType<typeof startInProcessWorld>>;

/** The world of the policy tests on a database in memory, whose schema may be changed. */
export async function startInProcessWorld() {
  const backend = await startInProcessBackend();
  const ids: Partial<Ids> = {};
  const tokens = new Map<string, string>();
  for (const person of personNames) {
    const { id, accessToken } = await backend.createPerson(person);
    ids[person] = id;
    tokens.set(emailOf(person), accessToken);
  }
  const world = await furnish(ids as Ids, {
    send: (as, method, path, options) => send(backend, as, method, path, options),
    signIn: async (email) => tokens.get(email) ?? "",
  });
  const kept = await keepRows(backend.sql);
  return {
    ...world,
    sql: (statement: string) => backend.sql(statement),
    /** Restores every row to its state at the beginning. */
    restore: () => restoreRows(backend.sql, kept),
    stop: backend.stop,
  };
}

type Kept = { table: string; rows: unknown }[];

async function keepRows(sql: InProcessBackend["sql"]): Promise<Kept> {
  const tables = await sql(`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'private')`);
  const kept: Kept = [];
  for (const { name } of tables) {
    const [found] = await sql(`select json_agg(t)::text as rows from ${name} t`);
    kept.push({ table: String(name), rows: found?.rows ?? "[]" });
  }
  return kept;
}

/** Restores the rows without running triggers or following references. */
async function restoreRows(sql: InProcessBackend["sql"], kept: Kept): Promise<void> {
  await sql("set session_replication_role = replica");
  for (const { table, rows } of kept) {
    await sql(`delete from ${table}`);
    await sql(
      `insert into ${table} overriding system value
       select * from json_populate_recordset(null::${table}, $1::text::json)`,
      [rows],
    );
  }
  await sql("set session_replication_role = origin");
}
