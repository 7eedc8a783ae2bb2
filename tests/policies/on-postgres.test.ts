// @module-tag rest
// @module-tag long

import { rm } from "node:fs/promises";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { describe, expect, test } from "vitest";
import { freshDataDir } from "#tests/support/backend.ts";
import { casesByStatements, casesOfManyConnections } from "./all-cases.ts";
import { checkLocks } from "./cases/locks.ts";
import { checkRankingOfMany } from "./cases/ranking.ts";
import { checkRealtime } from "./cases/realtime.ts";
import { worldOnPostgres } from "./world/postgres-world.ts";
import type { Sql } from "./world/run-as.ts";

// The gate tries every person on every row and column of PGlite. Here is what a server has of its
// own: transactions that meet, statements, and a catalogue that has to say the same as PGlite's.
const { world, sql, databaseUrl } = worldOnPostgres();

checkRealtime(world);
casesOfManyConnections(world);
checkLocks(world, databaseUrl);
checkRankingOfMany(world);

describe("after all requests were served", () => {
  casesByStatements(world, sql);

  test("has the policies, functions, grants and constraints of PGlite", async () => {
    const dataDir = await freshDataDir();
    const pglite = await PGlite.create(join(dataDir, "database"));
    try {
      const expected = await schemaOf(
        async (statement) => (await pglite.query<Record<string, unknown>>(statement)).rows,
      );
      expect(expected.filter((line) => line.startsWith("policy ")).length).toBeGreaterThan(50);
      expect(await schemaOf(sql())).toEqual(expected);
    } finally {
      await pglite.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});

const OURS = "('public'::regnamespace, 'private'::regnamespace)";

/** What gives and takes rights in a database, each object as one line, as its catalogue says it. */
async function schemaOf(sql: Sql): Promise<string[]> {
  const rows = await sql(`
    select concat_ws(' ', 'policy', schemaname, tablename, policyname, permissive, roles, cmd,
                     'using', qual, 'check', with_check) as item
    from pg_policies
    union all
    select pg_get_functiondef(oid) from pg_proc
    where pronamespace in ${OURS} and prokind in ('f', 'p')
    union all
    select concat_ws(' ', 'grant', pg_proc.oid::regprocedure, a.privilege_type, coalesce(r.rolname, 'public'))
    from pg_proc cross join lateral aclexplode(coalesce(proacl, acldefault('f', proowner))) a
    left join pg_roles r on r.oid = a.grantee
    where pronamespace in ${OURS} and a.grantee <> proowner
    union all
    select concat_ws(' ', 'grant', c.oid::regclass, acls.name, a.privilege_type,
                     coalesce(r.rolname, 'public'))
    from pg_class c
    cross join lateral (
      select relacl as acl, null::name as name
      union all
      select attacl, attname from pg_attribute where attrelid = c.oid and not attisdropped
    ) acls
    cross join lateral aclexplode(acls.acl) a
    left join pg_roles r on r.oid = a.grantee
    where relnamespace in ${OURS} and a.grantee <> relowner and a.privilege_type <> 'MAINTAIN'
    union all
    select concat_ws(' ', 'grant', nspname, a.privilege_type, coalesce(r.rolname, 'public'))
    from pg_namespace cross join lateral aclexplode(nspacl) a
    left join pg_roles r on r.oid = a.grantee
    where pg_namespace.oid in ${OURS} and a.grantee <> nspowner
    union all
    select concat_ws(' ', relkind, oid::regclass, relrowsecurity, relforcerowsecurity, reloptions,
                     -- Versions differ in where they name a view's table before a column.
                     case relkind when 'v' then regexp_replace(pg_get_viewdef(oid), '\\m[a-z_]+\\.', '', 'g') end)
    from pg_class where relnamespace in ${OURS} and relkind in ('r', 'p', 'v', 'm')
    union all
    select concat_ws(' ', 'column', attrelid::regclass, attname, format_type(atttypid, atttypmod),
                     attnotnull, pg_get_expr(adbin, adrelid))
    from pg_attribute join pg_class on pg_class.oid = attrelid
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace in ${OURS} and relkind in ('r', 'p') and attnum > 0 and not attisdropped
    union all
    select pg_get_triggerdef(pg_trigger.oid) from pg_trigger
    join pg_class on pg_class.oid = tgrelid where relnamespace in ${OURS} and not tgisinternal
    union all
    select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(pg_constraint.oid)) from pg_constraint
    where connamespace in ${OURS} and contype <> 'n'
    union all
    select indexdef from pg_indexes where schemaname in ('public', 'private')`);
  return rows.map(({ item }) => String(item)).sort();
}
