import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type PersonName, people, personNames } from "./people.ts";
import type { Method, Options, Reply } from "./rest.ts";
import { manualOf, PROSPECT } from "./tables.ts";

export type Send = (method: Method, path: string, options?: Options) => Promise<Reply>;
export type Ids = Record<PersonName, string>;
export type Companies = Record<"north" | "south", string>;

export const PASSWORD = "north-and-south";
export const emailOf = (person: PersonName) => `${person.toLowerCase()}@policies.example`;

const repository = fileURLToPath(new URL("../../../", import.meta.url));

/**
 * Creates an account for every person. Nobody can sign up, so the server's own module creates them,
 * under Deno.
 */
export async function createAccounts(settings: Record<string, string>): Promise<Ids> {
  const accounts = personNames.map((person) => ({
    email: emailOf(person),
    password: PASSWORD,
    fullName: person,
  }));
  const { stdout } = await promisify(execFile)(
    join(repository, "node_modules/.bin/deno"),
    [
      "run",
      "--allow-all",
      "--quiet",
      "tests/policies/world/create-people.mjs",
      JSON.stringify(accounts),
    ],
    { cwd: repository, env: { ...process.env, ...settings } },
  );
  const ids: string[] = JSON.parse(stdout);
  return Object.fromEntries(personNames.map((person, i) => [person, ids[i]])) as Ids;
}

/**
 * Creates two companies, puts every person into theirs with their role, and adds a row of every
 * table for each.
 */
export async function fill(asServer: Send, ids: Ids): Promise<Companies> {
  const companies = { north: randomUUID(), south: randomUUID() };
  const companyOf = (person: PersonName) => {
    const { company } = people[person];
    return company && companies[company];
  };
  const insert = (table: string, rows: Record<string, unknown>[]) =>
    asServer("POST", table, { body: rows });

  await insert("companies", [
    { id: companies.north, name: "North" },
    { id: companies.south, name: "South" },
  ]);
  for (const person of personNames) {
    const body = {
      company_id: companyOf(person),
      can_use_label_agent: people[person].usesLabelAgent === true,
    };
    await asServer("PATCH", `profiles?id=eq.${ids[person]}`, { body });
  }
  await insert(
    "user_roles",
    personNames
      .map((person) => ({ user_id: ids[person], role: people[person].role }))
      .filter(({ role }) => role !== null),
  );
  await insert(
    "ai_prompt_settings",
    Object.values(companies).map((company_id) => ({
      company_id,
      prompt_key: "voice_agent_system_prompt",
      prompt_value: "Summarise.",
    })),
  );
  await insert(
    "vocabulary_terms",
    Object.values(companies).map((company_id) => ({ company_id, term: "HX-200" })),
  );
  await insert(
    "golden_questions",
    Object.values(companies).map((company_id) => ({
      ...{ company_id, agent: "ask", question: "What does E-12 mean?" },
      ...{ expected: "passage", expected_text: "sensor" },
    })),
  );
  await insert(
    "agent_logs",
    personNames.map((person) => ({
      user_id: ids[person],
      agent_type: "voice",
      input_type: "voice",
      input_data: `${person} speaks`,
      output_summary: `${person} spoke`,
    })),
  );
  await insert(
    "answer_feedback",
    personNames.map((person) => ({
      user_id: ids[person],
      company_id: companyOf(person),
      agent: "ask",
      message_id: randomUUID(),
      item_id: randomUUID(),
      revision: 1,
      verdict: "wrong",
      question: `${person} asks`,
    })),
  );
  await insert(
    "detailed_agent_logs",
    personNames.map((person) => ({
      user_id: ids[person],
      request_key: randomUUID(),
      company_id: companyOf(person),
      user_email: emailOf(person),
      agent_type: "voice_agent",
      action_type: "transcribe",
      status: "success",
    })),
  );
  await insert(
    "account_resets",
    personNames.map((person) => ({
      company_id: companyOf(person),
      actor_id: ids.superAdmin,
      actor_email: emailOf("superAdmin"),
      person_id: ids[person],
      person_email: emailOf(person),
      action: "remove_factors",
      result: "done",
      finished_at: "2020-01-01T00:00:00Z",
      created_at: "2020-01-01T00:00:00Z",
    })),
  );
  await insert(
    "agent_requests",
    personNames.map((person) => ({
      user_id: ids[person],
      request_key: randomUUID(),
      function_name: "voice-transcribe",
      body_hash: "hash",
      state: "running",
      claim_token: randomUUID(),
      lease_until: "2020-01-01T00:00:00Z",
    })),
  );
  await insert("contact_form_submissions", [
    {
      company: PROSPECT,
      name: "Pat Visitor",
      email: "pat@prospect.example",
      phone: "+1 503 555 0100",
      field_tech_count: "5-10",
      current_crm: "Salesforce",
    },
  ]);
  await insert(
    "knowledge_base",
    Object.values(companies).map((company_id) => ({
      id: manualOf(company_id),
      file_name: "Manual.pdf",
      file_path: `${company_id}/manual.pdf`,
      company_id,
      allowed_agents: ["label_agent"],
      kind: "pdf",
      size_bytes: 1000,
      passage_count: 2,
    })),
  );
  await insert(
    "knowledge_chunks",
    Object.values(companies).flatMap((company_id) =>
      ["The filter is cleaned twice a year.", "E-12 means that the sensor is open."].map(
        (body, chunk_no) => ({
          file_id: manualOf(company_id),
          chunk_no,
          page: 1,
          heading: null,
          body,
        }),
      ),
    ),
  );
  for (const table of ["label_agent_conversations", "ask_agent_conversations"]) {
    await insert(
      table,
      personNames.map((person) => ({
        user_id: ids[person],
        role: "user",
        content: `${person} asks`,
      })),
    );
  }
  return companies;
}

/** Suspends the people who are meant to be suspended, after they have signed in. */
export async function suspend(asServer: Send, ids: Ids): Promise<void> {
  for (const person of personNames.filter((name) => people[name].suspended)) {
    const body = { status: "suspended" };
    await asServer("PATCH", `profiles?id=eq.${ids[person]}`, { body });
  }
}
