import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { DEMO_COMPANY, DEMO_PASSWORD } from "#supabase/seed/demo.ts";
import { type AiProvider, startAiProvider } from "../support/ai-provider/ai-provider.ts";
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

  async function addPerson(
    companyId: string,
    name: string,
  ): Promise<{ id: string; email: string }> {
    const email = `${randomUUID()}@people.example`;
    const reply = await fetch(`${backend.url}/auth/v1/admin/users`, {
      method: "POST",
      headers: { apikey: backend.secretKey, "content-type": "application/json" },
      body: JSON.stringify({
        ...{ email, password: DEMO_PASSWORD, email_confirm: true },
        user_metadata: { full_name: name },
      }),
    });
    const { id } = await reply.json();
    await server("PATCH", `profiles?id=eq.${id}`, { company_id: companyId });
    return { id, email };
  }

  const canary = `canary-${randomUUID()}`;
  const otherCompany = randomUUID();
  const file = randomUUID();
  await server("POST", "companies", { id: otherCompany, name: canary });
  const victim = await addPerson(otherCompany, canary);
  await server("POST", "agent_logs", {
    ...{ user_id: victim.id, agent_type: "ask", input_type: "text" },
    ...{ input_data: canary, output_summary: canary },
  });
  for (const table of ["ask_agent_conversations", "label_agent_conversations"]) {
    await server("POST", table, { user_id: victim.id, role: "user", content: canary });
  }
  await server("POST", "ai_prompt_settings", {
    ...{ company_id: otherCompany, prompt_key: "ask_agent_system_prompt", prompt_value: canary },
  });
  await server("POST", "vocabulary_terms", { company_id: otherCompany, term: canary });
  await server("POST", "golden_questions", {
    ...{ company_id: otherCompany, agent: "ask", question: canary, expected: "refusal" },
  });
  await server("POST", "answer_feedback", {
    ...{
      user_id: victim.id,
      company_id: otherCompany,
      agent: "ask",
      verdict: "wrong",
      revision: 1,
    },
    ...{ message_id: crypto.randomUUID(), item_id: crypto.randomUUID(), question: canary },
  });
  await server("POST", "account_resets", {
    ...{ company_id: otherCompany, person_id: victim.id, person_email: canary },
    action: "recovery_link",
  });
  await server("POST", "knowledge_base", {
    ...{ id: file, file_name: canary, file_path: `${otherCompany}/1.txt`, kind: "txt" },
    ...{ company_id: otherCompany, size_bytes: 1, allowed_agents: ["label_agent"] },
  });
  await server("POST", "knowledge_chunks", {
    ...{ file_id: file, chunk_no: 0, body: `The filter of the heat pump: ${canary}.` },
  });

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
    for (const [user_id, role] of [
      [technician, "field_tech"],
      [admin, "admin"],
    ]) {
      await rest(
        backend,
        "service",
        "POST",
        "user_roles?on_conflict=user_id",
        { user_id, role },
        {
          prefer: "resolution=merge-duplicates",
        },
      );
    }
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
      for (const [table, filter] of [
        ...[
          "knowledge_base",
          "knowledge_chunks",
          "profiles",
          "ai_prompt_settings",
          "vocabulary_terms",
          "answer_feedback",
          "golden_questions",
          "account_resets",
          "agent_logs",
        ].map((table) => [table, `company_id=eq.${otherCompany}`]),
        ["companies", `id=eq.${otherCompany}`],
        ["ask_agent_conversations", `user_id=eq.${victim.id}`],
        ["label_agent_conversations", `user_id=eq.${victim.id}`],
      ]) {
        found.push(await server("GET", `${table}?${filter}`));
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
      await stopAll(backend, provider);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function stopAll(backend: Backend, provider: AiProvider): Promise<void> {
  await backend.stop();
  await provider.stop();
}
