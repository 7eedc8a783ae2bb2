import type { App } from "@supabase/lite";
import { permissions } from "#supabase/functions/_shared/contracts/agent.ts";
import { KNOWLEDGE_BUCKET } from "#supabase/functions/_shared/contracts/knowledge.ts";
import { DEMO_COMPANY, DEMO_MANUALS, DEMO_PASSWORD, DEMO_PEOPLE } from "#supabase/seed/demo.ts";
import type { Accounts } from "../auth/accounts.ts";
import type { PasswordHashes } from "../auth/password-hashes.ts";
import type { Settings } from "../setup/settings.ts";
import { StartRefusal } from "../setup/start-refusal.ts";
import type { StoredFiles } from "../storage/storage-files.ts";
import type { Database, Transaction } from "./database.ts";
import { deleteDemo } from "./delete-demo.ts";
import { insertHistory, readHistory } from "./demo-history.ts";

/** The first content of an empty database, by its name in `private.seeds`. */
type Seed = "demo" | "super-admin";

/** What a seed needs to write, besides the database. */
interface Means {
  accounts: Accounts;
  hashes: Pick<PasswordHashes, "fits">;
  app: App;
  files: StoredFiles;
  secretKey: string;
}

/**
 * Fills an empty database with the demo or the first super administrator, and continues after a crash;
 * or deletes the demo. Returns whether the database holds the demo, and the settings want it.
 * @throws StartRefusal if demo accounts have the public password, but the settings do not allow it, or
 *   if no person could administer the server without them.
 */
export async function seed(
  database: Database,
  means: Means,
  settings: Pick<Settings, "demo" | "demoHistory" | "deletesDemo" | "superAdmin">,
): Promise<boolean> {
  const first = settings.superAdmin && "super-admin";
  const wanted: Seed | undefined = settings.demo ? "demo" : first;
  const state = await database.transaction((tx) => beginSeed(tx, wanted));
  if (state.demo && settings.deletesDemo) {
    if (settings.superAdmin) await createSuperAdmin(database, means, settings.superAdmin);
    await deleteDemo(database, means.files);
    return false;
  }
  if (state.demo && !settings.demo) await refusePublicPasswords(database, means);
  if (state.unfinished === "demo") await seedDemo(database, means, settings.demoHistory);
  if (state.unfinished === "super-admin" && settings.superAdmin) {
    await createSuperAdmin(database, means, settings.superAdmin);
  }
  return state.demo && settings.demo;
}

async function createSuperAdmin(
  database: Database,
  { accounts }: Means,
  superAdmin: NonNullable<Settings["superAdmin"]>,
): Promise<void> {
  const id = await accounts.create({ ...superAdmin, fullName: "Super administrator" });
  await database.transaction(async (tx) => {
    await equip(tx, id, { role: "super_admin" });
    await finish(tx, "super-admin");
  });
}

/**
 * Refuses demo accounts into which everybody could sign in. Others may stay: a demo grows into a
 * deployment when its people have passwords of their own, or are deleted.
 */
async function refusePublicPasswords(database: Database, { hashes }: Means): Promise<void> {
  const { people } = await readHistory();
  const emails = [...DEMO_PEOPLE, ...people].map(({ email }) => email);
  const accounts = await database.transaction((tx) =>
    tx.query("select email, encrypted_password as hash from auth.users where email = any ($1)", [
      emails,
    ]),
  );
  for (const { email, hash } of accounts) {
    if (!(await hashes.fits(DEMO_PASSWORD, String(hash)))) continue;
    throw new StartRefusal(
      `This database holds the demo accounts, whose password is public (${email}): start it with DEMO=delete, which deletes the demo, or with DEMO=1 to change their passwords, or choose another DATA_DIR or DATABASE_URL.`,
    );
  }
}

/** Creates the table that records which seeds a database has. */
export async function createSeedRecord(tx: Transaction): Promise<void> {
  await tx.script(`
    create schema if not exists private;
    create table if not exists private.seeds (name text primary key, finished_at timestamptz)`);
}

/** Records that a seed has begun, if the database is empty and a seed is wanted. */
async function beginSeed(tx: Transaction, wanted: Seed | undefined) {
  await createSeedRecord(tx);
  const [filled] = await tx.query(`
    select exists (select from auth.users) or exists (select from public.companies) as filled
  `);
  const begun = await tx.query("select name, finished_at from private.seeds");
  if (wanted && begun.length === 0 && filled?.filled === false) {
    await tx.query("insert into private.seeds (name) values ($1)", [wanted]);
    begun.push({ name: wanted, finished_at: null });
  }
  const unfinished = begun.find((row) => row.finished_at === null)?.name as Seed | undefined;
  return { demo: begun.some((row) => row.name === "demo"), unfinished };
}

async function seedDemo(
  database: Database,
  { accounts, app, secretKey }: Means,
  withHistory: boolean,
): Promise<void> {
  await storeDemoManuals(app, secretKey);
  const history = withHistory ? await readHistory() : null;
  const everybody = [...DEMO_PEOPLE, ...(history?.people ?? [])];
  const ids: string[] = [];
  for (const person of everybody) {
    ids.push(await accounts.create({ ...person, password: DEMO_PASSWORD }));
  }
  await database.transaction(async (tx) => {
    const { id, name } = DEMO_COMPANY;
    await tx.query("insert into public.companies (id, name) values ($1, $2)", [id, name]);
    const people = new Map<string, string>();
    for (const [place, { email, role, inCompany }] of everybody.entries()) {
      const id = String(ids[place]);
      people.set(email.split("@")[0] ?? "", id);
      const inDemo = { company_id: DEMO_COMPANY.id, ...permissions(() => true) };
      await equip(tx, id, { role, ...(inCompany && inDemo) });
      if (inCompany && role === "admin") await insertDemoManuals(tx, id);
    }
    if (history) await insertHistory(tx, history, people);
    await finish(tx, "demo");
  });
}

async function equip(tx: Transaction, person: string, wanted: object): Promise<void> {
  const parameters = [person, JSON.stringify(wanted)];
  await tx.query("select public.equip_person($1, null, $2::text::jsonb)", parameters);
}

/** Records that a seed is done, in the transaction that writes everything but the accounts. */
async function finish(tx: Transaction, name: Seed): Promise<void> {
  await tx.query("update private.seeds set finished_at = now() where name = $1", [name]);
}

const manualsFolder = new URL("../../seed/manuals/", import.meta.url);

/**
 * Puts the demo company's manuals into storage, also again.
 * @throws Error with storage's answer when it refuses a manual
 */
async function storeDemoManuals(app: App, secretKey: string): Promise<void> {
  for (const { fileName, contentType } of DEMO_MANUALS) {
    const reply = await app.fetch(
      new Request(
        `http://localhost/storage/v1/object/${KNOWLEDGE_BUCKET}/${objectPath(fileName)}`,
        {
          method: "POST",
          headers: {
            apikey: secretKey,
            authorization: `Bearer ${secretKey}`,
            "content-type": contentType,
            "x-upsert": "true",
          },
          body: await Deno.readFile(new URL(fileName, manualsFolder)),
        },
      ),
    );
    if (!reply.ok) {
      throw new Error(`${fileName} cannot be stored: ${reply.status} ${await reply.text()}`);
    }
    await reply.body?.cancel();
  }
}

/** Adds the rows and passages of the demo company's manuals; the company must be there. */
async function insertDemoManuals(tx: Transaction, uploadedBy: string): Promise<void> {
  for (const { fileName, allowedAgents } of DEMO_MANUALS) {
    const { size } = await Deno.stat(new URL(fileName, manualsFolder));
    // The result of reading the manual in the same way as an administrator's browser.
    const { passages, kind, pageCount, picturePages, reading, language } = JSON.parse(
      await Deno.readTextFile(new URL(`passages/${fileName}.json`, manualsFolder)),
    );
    const row = {
      ...{ file_name: fileName, file_path: objectPath(fileName), company_id: DEMO_COMPANY.id },
      ...{ uploaded_by: uploadedBy, allowed_agents: allowedAgents, kind, size_bytes: size },
      ...{ page_count: pageCount, picture_pages: picturePages, reading, language },
      passage_count: passages.length,
    };
    const [file] = await tx.query(
      `insert into public.knowledge_base (file_name, file_path, company_id, uploaded_by,
         allowed_agents, kind, size_bytes, page_count, picture_pages, reading, language,
         passage_count, created_at)
       select r.file_name, r.file_path, r.company_id, r.uploaded_by, r.allowed_agents, r.kind,
         r.size_bytes, r.page_count, r.picture_pages, r.reading, r.language, r.passage_count,
         clock_timestamp()
       from jsonb_populate_record(null::public.knowledge_base, $1::text::jsonb) r
       returning id`,
      [JSON.stringify(row)],
    );
    await tx.query(
      `insert into public.knowledge_chunks (file_id, chunk_no, page, heading, body)
       select $1::uuid, p.chunk_no, p.page, p.heading, p.body
       from jsonb_populate_recordset(null::public.knowledge_chunks, $2::text::jsonb) p`,
      [String(file?.id), JSON.stringify(passages)],
    );
  }
}

function objectPath(fileName: string): string {
  return `${DEMO_COMPANY.id}/0_${fileName}`;
}
