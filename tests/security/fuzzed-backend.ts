import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { manualOf, type TableName, tableNames, tables } from "../policies/world/tables.ts";
import { startWorld } from "../policies/world/world.ts";
import { startAiProvider } from "../support/ai-provider/ai-provider.ts";
import type { Aims, Sender } from "./hostile-request.ts";

/** The columns that become the canary. */
const TEXTS: Partial<Record<TableName, string>> = {
  ...{ companies: "name", profiles: "full_name", agent_logs: "input_data output_summary" },
  ...{ ask_agent_conversations: "content", label_agent_conversations: "content" },
  ...{ ai_prompt_settings: "prompt_value", vocabulary_terms: "term" },
  ...{ golden_questions: "question", answer_feedback: "question", account_changes: "person_email" },
  ...{ knowledge_base: "file_name", knowledge_chunks: "body", answer_reviews: "reply" },
};

/** Those whose rows do not belong to the company or its person. */
const NOBODYS: readonly TableName[] = ["contact_form_submissions", "agent_requests"];

export type FuzzedBackend = Awaited<ReturnType<typeof startFuzzedBackend>>;

/**
 * The world of the policies with an AI provider; the senders are of its company North, and every
 * text of its company South and of one person there contains the canary.
 */
export async function startFuzzedBackend() {
  const provider = await startAiProvider();
  const world = await startWorld({
    env: {
      ...{ OPENAI_API_KEY: "for-tests", OPENAI_BASE_URL: provider.url },
      ...{ AI_PACE_PER_MINUTE: "1000000", AI_PACE_PER_DAY: "1000000" },
    },
  }).catch(async (error) => {
    await provider.stop();
    throw error;
  });
  const { backend, companies, idOf, asServer } = world;

  const canary = `canary-${randomUUID()}`;
  const rowsOf = (table: TableName) => {
    const { column, kind } = tables[table].owner;
    return `${table}?${column}=eq.${kind === "person" ? idOf("southColleague") : companies.south}`;
  };
  for (const [table, columns] of Object.entries(TEXTS)) {
    // Questions about the filter would find its passages.
    const text = table === "knowledge_chunks" ? `The filter of the pump: ${canary}.` : canary;
    const body = Object.fromEntries(columns.split(" ").map((column) => [column, text]));
    await asServer("PATCH", rowsOf(table as TableName), { body });
  }

  /** Restores the senders' roles, flags and status, which requests may have changed. */
  async function repair(): Promise<void> {
    const [technician, admin] = [idOf("technician"), idOf("admin")];
    const flags = ["voice", "snap", "label"].map((agent) => [`can_use_${agent}_agent`, true]);
    await asServer("PATCH", `profiles?id=in.(${technician},${admin})`, {
      body: { status: "active", company_id: companies.north, ...Object.fromEntries(flags) },
    });
    await asServer("PATCH", `profiles?id=eq.${idOf("suspendedTechnician")}`, {
      body: { status: "suspended" },
    });
    await asServer("POST", "user_roles?on_conflict=user_id", {
      headers: { prefer: "resolution=merge-duplicates" },
      body: [
        { user_id: technician, role: "field_tech" },
        { user_id: admin, role: "admin" },
      ],
    });
  }
  await repair();

  const tokens: Partial<Record<Sender, string>> = {
    technician: world.tokenOf("technician"),
    admin: world.tokenOf("admin"),
    suspended: world.tokenOf("suspendedTechnician"),
  };
  const body = { company: companies.north };
  const made = await world.as("admin", "POST", "rpc/make_job_import_token", { body });
  const aims: Aims = {
    jobToken: String(made.rows[0]),
    ...{ company: companies.north, otherCompany: companies.south },
    ...{ bystander: idOf("northColleague"), file: manualOf(companies.south) },
  };
  return {
    ...{ backend, canary, repair, aims },
    tokenOf: (sender: Sender) => tokens[sender] ?? null,
    /** Every row of the company South and of that person. */
    async canaryRows() {
      const found: unknown[] = [];
      for (const table of tableNames.filter((name) => !NOBODYS.includes(name))) {
        found.push((await asServer("GET", rowsOf(table))).rows);
      }
      return JSON.stringify(found);
    },
    /** Stops serving, opens the stored database, and runs `work` on it. */
    async look<T>(work: (database: PGlite) => Promise<T>) {
      await backend.stop();
      const database = await PGlite.create(join(backend.dataDir, "database"));
      try {
        return await work(database);
      } finally {
        await database.close();
      }
    },
    async stop() {
      await world.stop();
      await provider.stop();
    },
  };
}
