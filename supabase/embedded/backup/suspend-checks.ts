import type { Row, Transaction } from "../database/database.ts";

/** Everything outside of PostgreSQL's own schemas. */
const OURS = "relnamespace::regnamespace::text !~ '^(pg_|information_schema)'";

/**
 * Switches triggers off and drops foreign keys, so that tables can be filled in any order, with rows
 * as they are. `session_replication_role` would do the same for a superuser alone. Answers what
 * brings them back; by that all foreign keys are checked.
 */
export async function suspendChecks(tx: Transaction): Promise<() => Promise<void>> {
  const foreignKeys = await tx.query(`
    select format('alter table %s', k.conrelid::regclass) as alter,
           quote_ident(k.conname) as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and k.conparentid = 0 and ${OURS}`);
  const triggers = await tx.query(`
    select format('alter table %s', t.tgrelid::regclass) as alter, quote_ident(t.tgname) as name
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and t.tgenabled = 'O' and ${OURS}`);
  const each = async (rows: Row[], change: (row: Row) => string) => {
    for (const row of rows) await tx.query(`${row.alter} ${change(row)}`);
  };
  await each(foreignKeys, ({ name }) => `drop constraint ${name}`);
  await each(triggers, ({ name }) => `disable trigger ${name}`);
  return async () => {
    await each(foreignKeys, ({ name, definition }) => `add constraint ${name} ${definition}`);
    await each(triggers, ({ name }) => `enable trigger ${name}`);
  };
}
