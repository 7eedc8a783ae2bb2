import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { DEMO_COMPANY, DEMO_PASSWORD } from "#supabase/seed/demo.ts";
import { addAccount } from "../policies/world/rest.ts";
import { type TableName, tableNames, tables } from "../policies/world/tables.ts";
import { startAiProvider } from "../support/ai-provider/ai-provider.ts";
import { type Backend, freshDataDir, rest, signIn, startBackend } from "../support/backend.ts";
import type { Aims, Sender } from "./hostile-request.ts";

/**
 * A demo backend with an AI provider, and another company in which every text contains the canary.
 */
export interface FuzzedBackend {
  backend: Backend;
  aims: Aims;
  /** A text in every row of a company to which none of the senders belongs. */
  canary: string;
  tokenOf(sender: Sender): string | null;
  /**
   * Restores the senders' roles, flags and status, which requests may have changed, so that later
   * senders can still sign in.
   */
  repair(): Promise<void>;
  /** Every row of the other company. */
  canaryRows(): Promise<string>;
  /** Stops serving, opens the stored database, and runs `work` on it. */
  look<T>(work: (database: PGlite) => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

type Rows = Record<string, unknown>[];

/** The texts of a new row that become the canary; the other tables have rows of their own. */
const TEXTS: Partial<Record<TableName, readonly string[]>> = {
  agent_logs: ["input_data", "output_summary"],
  ask_agent_conversations: ["content"],
  label_agent_conversations: ["content"],
  ai_prompt_settings: ["prompt_value"],
  vocabulary_terms: ["term"],
  golden_questions: ["question"],
  answer_feedback: ["question"],
  account_resets: ["person_email"],
  knowledge_base: ["file_name"],
  knowledge_chunks: ["body"],
};

/** Those whose rows do not belong to the company or its person. */
const NOBODYS: readonly TableName[] = ["contact_form_submissions", "agent_requests"];

export async function startFuzzedBackend(): Promise<FuzzedBackend> {
  const provider = await startAiProvider();
  const dataDir = await freshDataDir("demo");
  const backend = await startBackend({
    dataDir,
    env: {
      ...{ OPENAI_API_KEY: "for-tests", OPENAI_BASE_URL: provider.url },
      ...{ AI_PACE_PER_MINUTE: "1000000", AI_PACE_PER_DAY: "1000000" },
    },
  }).catch(async (error) => {
    await provider.stop();
    throw error;
  });
  const server = async (method: "GET" | "POST" | "PATCH", path: string, body?: object) => {
    const reply = await rest<Rows>(backend, "service", method, path, body);
    if (reply.status >= 300) throw new Error(`${path}: ${JSON.stringify(reply.body)}`);
    return reply.body;
  };

  async function addPerson(companyId: string, name: string) {
    const email = `${randomUUID()}@people.example`;
    const id = await addAccount(backend, email, DEMO_PASSWORD, name);
    await server("PATCH", `profiles?id=eq.${id}`, { company_id: companyId });
    return { id, email };
  }

  const canary = `canary-${randomUUID()}`;
  const otherCompany = randomUUID();
  const file = randomUUID();
  await server("POST", "companies", { id: otherCompany, name: canary });
  const victim = await addPerson(otherCompany, canary);
  for (const table of tableNames) {
    const texts = TEXTS[table];
    if (!texts) continue;
    const parties = { actor: null, person: victim.id, company: otherCompany };
    await server("POST", table, {
      ...tables[table].newRow(parties),
      ...(table === "knowledge_base" && { id: file, file_path: `${otherCompany}/1.txt` }),
      ...Object.fromEntries(texts.map((column) => [column, canary])),
      // Questions about it would find this passage.
      ...(table === "knowledge_chunks" && {
        ...{ file_id: file, body: `The filter of the heat pump: ${canary}.` },
      }),
    });
  }

  const { id: bystander } = await addPerson(DEMO_COMPANY.id, "Bystander");
  const suspended = await addPerson(DEMO_COMPANY.id, "Suspended");
  const tokens = new Map<Sender, string>();
  const enter = async (sender: Sender, email: string) => {
    const session = await signIn(backend, email, DEMO_PASSWORD);
    tokens.set(sender, session.accessToken);
    return session.userId;
  };
  const technician = await enter("technician", "tech@demo.example");
  const admin = await enter("admin", "admin@demo.example");
  await enter("suspended", suspended.email);

  async function repair(): Promise<void> {
    const flags = ["voice", "snap", "label"].map((agent) => [`can_use_${agent}_agent`, true]);
    await server("PATCH", `profiles?id=in.(${technician},${admin})`, {
      ...{ status: "active", company_id: DEMO_COMPANY.id },
      ...Object.fromEntries(flags),
    });
    await server("PATCH", `profiles?id=eq.${suspended.id}`, { status: "suspended" });
    const roles = [
      { user_id: technician, role: "field_tech" },
      { user_id: admin, role: "admin" },
    ];
    const prefer = "resolution=merge-duplicates";
    const path = "user_roles?on_conflict=user_id";
    await rest(backend, "service", "POST", path, roles, { prefer });
  }
  await repair();

  return {
    backend,
    aims: { company: DEMO_COMPANY.id, otherCompany, bystander, file },
    canary,
    tokenOf: (sender) => tokens.get(sender) ?? null,
    repair,
    async canaryRows() {
      const found: unknown[] = [];
      for (const table of tableNames.filter((name) => !NOBODYS.includes(name))) {
        const { column, kind } = tables[table].owner;
        const owner = kind === "person" ? victim.id : otherCompany;
        found.push(await server("GET", `${table}?${column}=eq.${owner}`));
      }
      return JSON.stringify(found);
    },
    async look(work) {
      await backend.stop();
      const database = await PGlite.create(join(dataDir, "database"));
      try {
        return await work(database);
      } finally {
        await database.close();
      }
    },
    async stop() {
      await backend.stop();
      await provider.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
