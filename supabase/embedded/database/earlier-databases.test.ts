// @module-tag rest
// @module-tag long

import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { PGlite } from "@electric-sql/pglite";
import { unpackTar } from "modern-tar";
import { afterAll, beforeAll, expect, test } from "vitest";
import { copyDataTemplate, rest, signIn, startBackend } from "#tests/support/backend.ts";
import { command } from "#tests/support/backup-commands.ts";
import { DEMO } from "#tests/support/running-backend.ts";

const repository = new URL("../../../", import.meta.url);
const schemaQuery = readFileSync(new URL("tests/support/schema.sql", repository), "utf8");
const versions = readdirSync(new URL("supabase/migrations/", repository)).sort();

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "field-agents-earlier-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The rows of each table in `public` and `private`, in the order of their texts. */
type Rows = Record<string, string[]>;

/** Works on the database of a data directory on which no backend runs. */
async function within<Result>(dataDir: string, work: (database: PGlite) => Promise<Result>) {
  await using database = await PGlite.create(join(dataDir, "database"));
  return await work(database);
}

const lines = async (database: PGlite, query: string): Promise<string[]> =>
  (await database.query<{ line: string }>(query)).rows.map(({ line }) => line);

const tables = (database: PGlite) =>
  lines(
    database,
    `select format('%s.%I', relnamespace::regnamespace, relname) as line from pg_class
     where relnamespace::regnamespace::text in ('public', 'private') and relkind = 'r'`,
  );

async function readRows(database: PGlite): Promise<Rows> {
  const rows: Rows = {};
  for (const table of await tables(database)) {
    rows[table] = await lines(database, `select to_jsonb(t)::text as line from ${table} t`);
  }
  return rows;
}

/** Rows for the tables that the demo leaves empty. */
const MORE_ROWS = `
  create temporary table one as
    select p.id as person, p.company_id as company, p.email,
           (select f.id from public.knowledge_base f where f.company_id = p.company_id limit 1) as file
    from public.profiles p where p.email = 'tech@demo.example';
  insert into public.agent_logs (user_id, agent_type, input_type, input_data)
    select person, 'voice', 'voice', 'A note' from one;
  insert into public.label_agent_conversations (user_id, role, content)
    select person, 'user', 'A question' from one;
  insert into public.ask_agent_conversations (user_id, role, content)
    select person, 'assistant', 'An answer' from one;
  insert into public.detailed_agent_logs
    (user_id, request_key, company_id, user_email, agent_type, action_type, status)
    select person, gen_random_uuid(), company, email, 'ask_agent', 'answer', 'success' from one;
  insert into public.agent_requests (user_id, request_key, function_name, body_hash, state, claim_token,
    lease_until, reply_status, reply)
    select person, gen_random_uuid(), 'ask-query', 'hash', 'done', gen_random_uuid(), now(), 200, '{}'
    from one;
  insert into public.ai_prompt_settings (company_id, prompt_key, prompt_value)
    select company, 'a_prompt', 'Answer briefly.' from one;
  insert into public.device_queues (user_id, device, waiting) select person, 'Mobile 0a1b2c3d', 0 from one;
  insert into public.vocabulary_terms (company_id, term) select company, 'HP-240' from one;
  insert into public.golden_questions (company_id, agent, question, expected, expected_text, file_id)
    select company, 'ask', 'What is E-30?', 'passage', 'pressure', file from one;
  insert into public.answer_feedback
    (user_id, company_id, agent, message_id, item_id, revision, question)
    select person, company, 'ask', gen_random_uuid(), gen_random_uuid(), 1, 'What is E-30?' from one;
  insert into public.answer_reviews (id, company_id, reply)
    select gen_random_uuid(), company, 'Call us.' from one;
  insert into public.contact_form_submissions
    (company, name, email, phone, field_tech_count, current_crm)
    values ('Northwind', 'Robin', 'robin@example.com', '555 0100', '5', 'None');
  insert into private.lead_arrivals (line) values ('203.0.113.1');
  insert into private.former_people (id) values (gen_random_uuid());
  insert into private.proven_addresses (user_id, email) select person, email from one`;

/** The earlier migrations as [version, name, text]. */
async function earlierMigrations(): Promise<string[][]> {
  const archive = readFileSync(new URL("earlier-migrations.tgz", import.meta.url));
  return (await unpackTar(gunzipSync(archive))).flatMap(({ header, data }) => {
    const [, version = "", name = ""] = /(\d+)_(.+)\.sql$/.exec(header.name) ?? [];
    return version ? [[version, name, new TextDecoder().decode(data)]] : [];
  });
}

/** Makes a demo whose schema the first earlier migrations made. @returns its rows, some in each table */
async function makeEarlier(dataDir: string, count: number): Promise<Rows> {
  const migrations = (await earlierMigrations()).slice(0, count);
  await copyDataTemplate("demo", dataDir);
  return await within(dataDir, async (database) => {
    await database.exec(MORE_ROWS);
    const rows = await readRows(database);
    await database.exec(`
      drop schema public, private cascade; create schema public;
      grant usage on schema public to anon, authenticated, service_role;
      delete from supabase_migrations.schema_migrations`);
    for (const migration of migrations) {
      await database.exec(migration[2] ?? "");
      await database.query(
        `insert into supabase_migrations.schema_migrations (version, name, statements)
         values ($1, $2, array[$3])`,
        migration,
      );
    }
    await database.exec(`
      create table private.seeds (name text primary key, finished_at timestamptz);
      set session_replication_role = replica`);
    for (const table of await tables(database)) {
      const json = `[${rows[table]?.join(",") ?? ""}]`;
      await database.query(
        `insert into ${table} overriding system value
         select * from jsonb_populate_recordset(null::${table}, $1)`,
        // The first release had another name for this column.
        [count === FIRST_RELEASE ? json.replaceAll('"line":', '"network":') : json],
      );
    }
    await database.exec(`do $$
      declare
        found record;
      begin
        for found in select attrelid::regclass as name, attname as id from pg_attribute
                     where attidentity <> '' and attrelid::regclass::text like 'private.%' loop
          execute format('select setval(pg_get_serial_sequence(%L, %L), max(%I)) from %s',
                         found.name, found.id, found.id, found.name);
        end loop;
      end $$`);
    const earlier = await readRows(database);
    expect(Object.keys(earlier).filter((table) => earlier[table]?.length === 0)).toEqual([]);
    return earlier;
  });
}

const FIRST_RELEASE = 23;

/** A table's rows with the columns that they had before, in order. */
function comparable(rows: readonly string[], before: readonly string[]): string[] {
  const columns = Object.keys(JSON.parse(before[0] ?? "{}"));
  return rows
    .map((row) => JSON.parse(row))
    .map((row) => JSON.stringify(columns.map((name) => row[name] ?? row.line)))
    .sort();
}

test.each([
  ["of version 0.1.0", FIRST_RELEASE],
  ["of the last earlier migration", 61],
])(
  "a database %s, and a backup of it, get the present schema and lose no row",
  async (_, count) => {
    const dataDir = join(folder, `opened-${count}`);
    const restored = join(folder, `restored-${count}`);
    const archive = join(folder, `${count}.tgz`);
    const before = await makeEarlier(dataDir, count);
    await command("backup", { dataDir }, archive);
    await command("restore", { dataDir: restored }, archive);
    await copyDataTemplate("empty", join(folder, `new-${count}`));
    const schema = await within(join(folder, `new-${count}`), (it) => lines(it, schemaQuery));

    for (const place of [dataDir, restored]) {
      const backend = await startBackend({ dataDir: place, env: { DEMO: "1" } });
      const { accessToken } = await signIn(backend, "tech@demo.example", DEMO);
      const query = "What does E-30 mean on the HP-240?";
      const asked = { query, agent: "label_agent", max_results: 1 };
      const found = await rest(backend, accessToken, "POST", "rpc/search_knowledge", asked);
      expect(found.body).toMatchObject([{ file_name: "northwind-hp-240-service-manual.pdf" }]);
      await backend.stop();

      await within(place, async (database) => {
        const recorded = `select version || '_' || name || '.sql' as line
        from supabase_migrations.schema_migrations order by 1`;
        expect(await lines(database, recorded)).toEqual(versions);
        expect(await lines(database, schemaQuery)).toEqual(schema);
        const after = await readRows(database);
        for (const [table, rows] of Object.entries(before)) {
          // The index of the search is made anew where its rules have changed.
          if (count === FIRST_RELEASE && table.startsWith("private.knowledge_")) continue;
          expect([table, comparable(after[table] ?? [], rows)]).toEqual([
            table,
            comparable(rows, rows),
          ]);
        }
      });
    }
  },
);
