import { KNOWLEDGE_BUCKET } from "#supabase/functions/_shared/contracts/knowledge.ts";
import { DEMO_COMPANY, DEMO_PEOPLE } from "#supabase/seed/demo.ts";
import { StartRefusal } from "../setup/start-refusal.ts";
import type { StoredFiles } from "../storage/storage-files.ts";
import type { Database } from "./database.ts";
import { readHistory } from "./demo-history.ts";

/**
 * Deletes the demo company with its documents, the demo's people with all that they made, and the demo's
 * requests for early access. Other people of the company stay, without a company, as after the deletion of
 * any other. The demo does not come back.
 * @throws StartRefusal when no person could administer the server afterwards
 */
export async function deleteDemo(database: Database, files: StoredFiles): Promise<void> {
  const { people, requests } = await readHistory();
  const emails = [...DEMO_PEOPLE, ...people].map(({ email }) => email);
  await database.transaction(async (tx) => {
    const found = await tx.query("select id from auth.users where email = any ($1)", [emails]);
    const ids = found.map(({ id }) => id);
    const others = await tx.query(
      `select from public.user_roles r join public.profiles p on p.id = r.user_id
       where r.role = 'super_admin' and p.status = 'active' and p.id <> all ($1)`,
      [ids],
    );
    if (others.length === 0) {
      throw new StartRefusal(
        "DEMO=delete needs SUPER_ADMIN_EMAIL and SUPER_ADMIN_PASSWORD: without the demo accounts, nobody could administer this server.",
      );
    }
    const objects = await tx.query(
      "delete from storage.objects where bucket_id = $1 and name like $2 returning name",
      [KNOWLEDGE_BUCKET, `${DEMO_COMPANY.id}/%`],
    );
    const names = objects.map(({ name }) => String(name));
    await files.deleteObjects(KNOWLEDGE_BUCKET, names);
    for (const table of ["agent_logs", "entry_changes", "detailed_agent_logs", "answer_feedback"]) {
      await tx.query(
        `delete from public.${table}
         where user_id = any ($1) or (user_id is null and company_id = $2)`,
        [ids, DEMO_COMPANY.id],
      );
    }
    await tx.query("delete from auth.refresh_tokens where user_id = any ($1)", [ids]);
    await tx.query("delete from auth.users where id = any ($1)", [ids]);
    await tx.query("delete from public.companies where id = $1", [DEMO_COMPANY.id]);
    // What the deletions have left behind of themselves.
    await tx.query("delete from private.former_people where id = any ($1)", [ids]);
    await tx.query("delete from public.account_changes where person_email = any ($1)", [emails]);
    const asked = requests.map(({ id }) => id);
    await tx.query("delete from public.contact_form_submissions where id = any ($1)", [asked]);
    // A database with any record gets no demo.
    await tx.query(
      "update private.seeds set name = 'deleted demo', finished_at = now() where name = 'demo'",
    );
  });
}
