import { describe, expect, test } from "vitest";
import {
  BUCKET_NAMES,
  cellOf,
  changeable,
  statable,
  VISITOR_TABLES,
  viewNames,
} from "../expected/expectations.ts";
import { PEOPLES_FUNCTIONS, POLICY_FUNCTIONS, SERVER_FUNCTIONS } from "../expected/functions.ts";
import { actorNames } from "../world/people.ts";
import type { Sql } from "../world/run-as.ts";
import { type TableName, tableNames } from "../world/tables.ts";

/** Queries that find nothing in a safe database. */
const NEVER: Record<string, string> = {
  "has row-level security enabled and forced on every table": `
    select relname as item from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not (relrowsecurity and relforcerowsecurity)`,
  "grants signed-in people nothing in the private schema": `
    select grants.item from (${grantsOn("private")}) grants where grantee = 'authenticated'`,
  "grants people nothing on future tables by default": `
    select grantee.rolname as item from pg_default_acl, aclexplode(defaclacl) grants
    join pg_roles grantee on grantee.oid = grants.grantee
    where grantee.rolname in ('anon', 'authenticated')`,
  "fixes the search path of every function that runs with its owner's rights": `
    select proname as item from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and prosecdef
      and not coalesce(proconfig @> '{"search_path=\\"\\""}', false)`,
  "applies policies on objects to signed-in people only": `
    select tablename || ' ' || roles::text as item from pg_policies
    where schemaname = 'storage' and (tablename, roles) <> ('objects', '{authenticated}')`,
  "runs every view with its reader's rights": `
    select relname as item from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
      and not coalesce(reloptions @> '{security_invoker=true}', false)`,
  "grants the server every table": `
    select relname || ' ' || right_named as item
    from pg_class, unnest('{select,insert,update,delete}'::text[]) right_named
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not has_table_privilege('service_role', oid, right_named)`,
  "shows visitors nothing of the private schema": `
    select nspname as item from pg_namespace
    where nspname = 'private' and has_schema_privilege('anon', oid, 'usage')`,
};

/**
 * What the database itself says about its tables, functions and rights. Run it after the backend
 * has served requests: a backend that widens the grants does so while it serves.
 */
export function checkCatalogue(sql: () => Sql): void {
  const list = async (statement: string) => (await sql()(statement)).map((row) => row.item);

  describe("the catalogue", () => {
    test("holds no table or view that the expectations do not know", async () => {
      const relations = await list(`
        select relname as item from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')`);
      expect(relations.sort()).toEqual([...tableNames, ...viewNames].sort());
    });

    test.each(Object.entries(NEVER))("%s", async (_, statement) => {
      expect(await list(statement)).toEqual([]);
    });

    test("holds no bucket that the expectations do not know", async () => {
      expect((await list("select id as item from storage.buckets")).sort()).toEqual(BUCKET_NAMES);
    });

    test("grants people nothing but reading on the views", async () => {
      const granted = await list(`
        select relation || ' ' || grants.item as item from (${grantsOn("public")}) grants
        where grantee = 'authenticated'
          and relation in (${viewNames.map((name) => `'${name}'`).join(", ")})`);
      expect(granted.sort()).toEqual(viewNames.map((name) => `${name} SELECT`).sort());
    });

    test("applies every policy to signed-in people only, except the inserts of visitors", async () => {
      const others = await list(`
        select tablename || ' ' || cmd || ' ' || roles::text as item from pg_policies
        where schemaname = 'public' and roles <> '{authenticated}'`);
      expect(others).toEqual(VISITOR_TABLES.map((table) => `${table} INSERT {anon}`));
    });

    test("grants visitors only the columns of their inserts, and the public nothing", async () => {
      const granted = await list(`
        select grantee || ' ' || relation || ' ' || grants.item as item
        from (${grantsOn("public")} union all ${grantsOn("private")}) grants
        where grantee in ('anon', 'public')`);
      const named = VISITOR_TABLES.flatMap((table) =>
        statable[table].map((column) => `anon ${table} INSERT (${column})`),
      );
      expect(granted.sort()).toEqual(named.sort());
    });

    test.each(tableNames)(
      "grants signed-in people on %s exactly what the expectations name",
      async (table) => {
        const granted = await list(`
        select grants.item from (${grantsOn("public")}) grants
        where grantee = 'authenticated' and relation = '${table}'`);
        expect(granted.sort()).toEqual(namedGrants(table).sort());
      },
    );

    test("lets only the server bypass the policies", async () => {
      const powerful = await list(`
        select rolname as item from pg_roles
        where rolname in ('anon', 'authenticated', 'service_role')
          and (rolbypassrls or rolsuper or rolcreaterole)`);
      expect(powerful).toEqual(["service_role"]);
    });

    test("grants each function exactly to the roles that the expectations name", async () => {
      const runnableBy = (role: string) =>
        list(`
          select nspname || '.' || proname as item from pg_proc
          join pg_namespace on pg_namespace.oid = pronamespace
          where nspname in ('public', 'private') and prorettype <> 'trigger'::regtype
            and has_function_privilege('${role}', pg_proc.oid, 'execute')`);
      const peoples = PEOPLES_FUNCTIONS.map((name) => `public.${name}`);
      const policies = POLICY_FUNCTIONS.map((name) => `private.${name}`);
      expect(await runnableBy("anon")).toEqual([]);
      expect((await runnableBy("authenticated")).sort()).toEqual([...policies, ...peoples].sort());
      const all = await list(`
        select proname as item from pg_proc where pronamespace = 'public'::regnamespace`);
      expect(all.sort()).toEqual([...SERVER_FUNCTIONS, ...PEOPLES_FUNCTIONS].sort());
    });
  });
}

/**
 * Every grant on a schema's tables, views, sequences and their columns, except the owner's grants.
 */
function grantsOn(schema: string): string {
  return `
    select coalesce(grantee.rolname, 'public') as grantee, relname as relation,
      grants.privilege_type || coalesce(' (' || attname || ')', '') as item
    from pg_class
    cross join lateral (
      select relacl as acl, null::name as attname
      union all
      select attacl, attname from pg_attribute where attrelid = pg_class.oid and not attisdropped
    ) acls
    cross join lateral aclexplode(acl) grants
    left join pg_roles grantee on grantee.oid = grants.grantee
    where relnamespace = '${schema}'::regnamespace and grants.grantee <> relowner`;
}

/** The grants on a table that follow from its expectations. */
function namedGrants(table: TableName): string[] {
  const anybody = (operation: "select" | "delete") =>
    actorNames.some((actor) => cellOf(table, operation, actor) !== "refused");
  return [
    ...(anybody("select") ? ["SELECT"] : []),
    ...(anybody("delete") ? ["DELETE"] : []),
    ...statable[table].map((column) => `INSERT (${column})`),
    ...Object.keys(changeable[table] ?? {}).map((column) => `UPDATE (${column})`),
  ];
}
