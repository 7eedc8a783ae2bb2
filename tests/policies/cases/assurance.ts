import { describe, expect, test } from "vitest";
import type { ActorName } from "../world/people.ts";
import { partiesOf } from "../world/row-ownership.ts";
import type { Trial } from "../world/row-trials.ts";
import { runAs, type Sql } from "../world/run-as.ts";
import { type TableName, tables, webhookOf } from "../world/tables.ts";
import type { World } from "../world/world.ts";

/**
 * The writes that need a second factor when the writer's company requires one; people may do all
 * other writes without. For each table: operations, and a person who is allowed each.
 */
const RAISED_WRITES: Partial<Record<TableName, readonly [string, ActorName][]>> = {
  companies: by("superAdmin insert, superAdmin update, superAdmin delete"),
  profiles: by("admin update, superAdmin update"),
  user_roles: by("admin insert, admin update, admin delete, superAdmin delete"),
  ai_prompt_settings: by("superAdmin insert, superAdmin update, superAdmin delete"),
  vocabulary_terms: by("admin insert, admin delete, superAdmin delete"),
  golden_questions: by("admin insert, admin update, superAdmin update, admin delete"),
  answer_reviews: by("admin insert, admin update, superAdmin update"),
  jobs: by("admin insert, admin update, superAdmin update, admin delete, superAdmin delete"),
  job_import_tokens: by("admin delete, superAdmin delete"),
  webhooks: by("admin update, superAdmin update, admin delete, superAdmin delete"),
  contact_form_submissions: by("admin update, superAdmin update"),
  knowledge_base: by("admin insert, admin update, admin delete"),
  knowledge_chunks: by("admin insert, admin delete"),
};

function by(writes: string): [string, ActorName][] {
  return writes.split(", ").map((write) => {
    const [actor = "", operation = ""] = write.split(" ");
    return [operation, actor as ActorName];
  });
}

const FILE = "7d1c1a5e-93d8-4b2a-8a55-6f1f6f0c2f11";
const WORDS = "Your company requires a second factor of administrators. Sign in with yours first.";
const OWN_WORDS = "Sign in with your second factor first.";

/**
 * Tries these writes by SQL, with and without a second factor, and rolls everything back.
 * @param because why it is needed: the company requires it, or the writer has one
 */
async function tryRaisedWrites(
  world: World,
  sql: Sql,
  table: TableName,
  because: "required" | "own" | "own, without a company" = "required",
): Promise<Trial> {
  const found: Record<string, string> = {};
  const expected: Record<string, string> = {};
  const isAlone = because === "own, without a company";
  const writes = RAISED_WRITES[table] ?? [];
  for (const [operation, actor] of writes.filter(
    (write) => !isAlone || write[1] === "superAdmin",
  )) {
    for (const assurance of ["aal1", "aal2"] as const) {
      const name = `${actor} ${operation} ${assurance}`;
      const { refusal, message } = await runAs(sql, world.idOf(actor), {
        assurance,
        prepare: [
          because === "required" ? requirement(world) : factorOf(world, actor),
          ...(isAlone ? [companyless(world, actor)] : []),
        ],
        statement: statementOf(world, table, operation, actor),
      });
      const words = because === "required" ? WORDS : OWN_WORDS;
      found[name] = refusal === null ? "done" : `${refusal} ${message}`;
      expected[name] = assurance === "aal2" ? "done" : `42501 ${words}`;
    }
  }
  return { found, expected };
}

/** Tries the same with the storage objects of the manuals. */
async function tryRaisedObjects(world: World, sql: Sql): Promise<Trial> {
  const found: Record<string, string> = {};
  const expected: Record<string, string> = {};
  const row = `('knowledge-base', '${world.companies.north}/raised.pdf')`;
  const add = `insert into storage.objects (bucket_id, name) values ${row}`;
  for (const assurance of ["aal1", "aal2"] as const) {
    const attempt = async (name: string, prepare: string[], statement: string) => {
      const steps = { assurance, prepare: [requirement(world), ...prepare], statement };
      const { refusal } = await runAs(sql, world.idOf("admin"), steps);
      found[`${name} ${assurance}`] = refusal ?? "done";
      expected[`${name} ${assurance}`] = assurance === "aal2" ? "done" : "42501";
    };
    await attempt("add", [], add);
    await attempt("delete", [add], "delete from storage.objects");
  }
  return { found, expected };
}

function factorOf(world: World, actor: ActorName, status = "verified"): string {
  return `insert into auth.mfa_factors (id, user_id, factor_type, status, secret, created_at, updated_at)
    values (gen_random_uuid(), '${world.idOf(actor)}', 'totp', '${status}', 'x', now(), now())`;
}

function companyless(world: World, actor: ActorName): string {
  return `update public.profiles set company_id = null where id = '${world.idOf(actor)}'`;
}

function requirement({ companies }: World): string {
  return `update public.companies set require_second_factor = true where id = '${companies.north}'`;
}

function statementOf(world: World, table: TableName, operation: string, actor: ActorName): string {
  const person = operation === "insert" && table === "user_roles" ? "roleless" : actor;
  const parties = partiesOf(world, actor, person);
  if (operation === "delete") return `delete from public.${table}`;
  return operation === "insert"
    ? insertOf(table, tables[table].newRow(parties))
    : updateOf(table, tables[table].change({}, parties));
}

/** An insert statement for a row; it reads no column of the table. */
function insertOf(table: TableName, row: Record<string, unknown>): string {
  const columns = Object.keys(row).join(", ");
  return `insert into public.${table} (${columns}) select ${columns} from ${recordOf(table, row)}`;
}

/** An update of every row. It reads no column, so only the policies for updates apply to it. */
export function updateOf(table: TableName, change: Record<string, unknown>): string {
  const values = Object.keys(change).map(
    (column) => `${column} = (select r.${column} from ${recordOf(table, change)} r)`,
  );
  return `update public.${table} set ${values.join(", ")}`;
}

function recordOf(table: TableName, values: Record<string, unknown>): string {
  const json = JSON.stringify(values).replaceAll("'", "''");
  return `json_populate_record(null::public.${table}, '${json}')`;
}

/** Every write that needs a second factor when the company requires one. */
export function checkAssurance(world: () => World, sql: () => Sql): void {
  describe("a company that requires a second factor", () => {
    test.each(Object.keys(RAISED_WRITES) as TableName[])(
      "lets its administrators write %s only with a second factor",
      async (table) => {
        const { found, expected } = await tryRaisedWrites(world(), sql(), table);
        expect(found).toEqual(expected);
      },
    );

    test.each(Object.keys(RAISED_WRITES) as TableName[])(
      "or not, lets those who have a second factor write %s only with it",
      async (table) => {
        const { found, expected } = await tryRaisedWrites(world(), sql(), table, "own");
        expect(found).toEqual(expected);
      },
    );

    test.each(
      Object.entries(RAISED_WRITES).flatMap(([table, writes]) =>
        writes.some(([, actor]) => actor === "superAdmin") ? [table as TableName] : [],
      ),
    )(
      "or none at all, lets a super administrator who has a second factor write %s only with it",
      async (table) => {
        const { found, expected } = await tryRaisedWrites(
          ...([world(), sql(), table, "own, without a company"] as const),
        );
        expect(found).toEqual(expected);
      },
    );

    test("lets them call what changes documents, jobs and webhooks only with a second factor", async () => {
      const { north } = world().companies;
      const added = `insert into public.knowledge_base
        (id, company_id, file_path, file_name, allowed_agents, kind, size_bytes, passage_count)
        values ('${FILE}', '${north}', '${north}/${FILE}', 'Manual.pdf', '{}', 'pdf', 1, 1)`;
      for (const call of [
        `add_document_version('${FILE}', gen_random_uuid(), 'New.pdf', '${north}/new', 'pdf', 1, 1, 1)`,
        `restore_document_version('${FILE}')`,
        `import_jobs('${north}', '[{"number":"A-300"}]')`,
        `make_job_import_token('${north}')`,
        `make_webhook_secret('${north}', null, '${webhookOf(north)}')`,
        `send_webhook_again('${webhookOf(north)}')`,
      ]) {
        for (const [assurance, refusal] of [
          ["aal1", "42501"],
          ["aal2", null],
        ] as const) {
          const prepare = [added, requirement(world())];
          const statement = `select public.${call}`;
          const steps = { assurance, prepare, statement };
          expect(await runAs(sql(), world().idOf("admin"), steps), call).toMatchObject({ refusal });
        }
      }
    });

    test("or not, lets those write whose second factor was never given", async () => {
      const { refusal } = await runAs(sql(), world().idOf("admin"), {
        assurance: "aal1",
        prepare: [factorOf(world(), "admin", "unverified")],
        statement: statementOf(world(), "profiles", "update", "admin"),
      });
      expect(refusal).toBeNull();
    });

    test("lets them add and delete manuals only with a second factor", async () => {
      const { found, expected } = await tryRaisedObjects(world(), sql());
      expect(found).toEqual(expected);
    });
  });
}
