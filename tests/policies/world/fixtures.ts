import { randomUUID } from "node:crypto";
import type { Backend } from "#tests/support/backend.ts";
import { type PersonName, people, personNames } from "./people.ts";
import { addAccount, type Method, type Options, type Reply, type Row } from "./rest.ts";
import {
  manualOf,
  type Parties,
  type TableName,
  type TableUnderTest,
  tableNames,
  tables,
  webhookOf,
} from "./tables.ts";

export type Send = (method: Method, path: string, options?: Options) => Promise<Reply>;
export type Ids = Record<PersonName, string>;
export type Companies = Record<"north" | "south", string>;

export const PASSWORD = "north-and-south";
export const emailOf = (person: PersonName) => `${person.toLowerCase()}@policies.example`;

/** Creates an account for every person; nobody can sign up. */
export async function createAccounts(backend: Backend): Promise<Ids> {
  const ids: Partial<Ids> = {};
  for (const person of personNames) {
    ids[person] = await addAccount(backend, emailOf(person), PASSWORD, person);
  }
  return ids as Ids;
}

const LONG_AGO = "2020-01-01T00:00:00Z";

/** The first rows of an owner, where they are not one new row as it is. */
const FIRST: Partial<Record<TableName, (row: Row, parties: Parties) => Row[]>> = {
  ai_prompt_settings: (row) => [{ ...row, prompt_key: "voice_agent_system_prompt" }],
  vocabulary_terms: (row) => [{ ...row, term: "HX-200" }],
  account_changes: (row) => [{ ...row, finished_at: LONG_AGO, created_at: LONG_AGO }],
  agent_requests: (row) => [{ ...row, lease_until: LONG_AGO }],
  agent_logs: (row, { person }) => [{ ...row, id: person }],
  entry_changes: (row, { person }) => [
    { ...row, entry_id: person, transcription: "The contactor rattles." },
  ],
  jobs: (row) => [{ ...row, number: "A-100" }],
  webhooks: (row, { company }) => [{ ...row, id: webhookOf(String(company)) }],
  webhook_deliveries: (row, { company }) => [{ ...row, id: webhookOf(String(company)) }],
  contact_form_submissions: (row) => [{ ...row, email: "pat@prospect.example" }],
  knowledge_base: (row, { company }) => [
    {
      ...{ ...row, id: manualOf(String(company)), file_name: "Manual.pdf" },
      ...{ file_path: `${company}/manual.pdf`, passage_count: 2 },
    },
  ],
  knowledge_chunks: (row) =>
    ["The filter is cleaned twice a year.", "E-12 means that the sensor is open."].map(
      (body, chunk_no) => ({ ...row, chunk_no, page: 1, heading: null, body }),
    ),
};

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
  const insert = (table: string, rows: Row[]) => asServer("POST", table, { body: rows });

  await insert("companies", [
    { id: companies.north, name: "North" },
    { id: companies.south, name: "South" },
  ]);
  for (const person of personNames) {
    const { role, usesLabelAgent } = people[person];
    const wanted = {
      ...{ company_id: companyOf(person), role: role ?? "field_tech" },
      can_use_label_agent: usesLabelAgent === true,
    };
    const body = { person: ids[person], caller: null, wanted };
    await asServer("POST", "rpc/equip_person", { body });
    if (role === null) await asServer("DELETE", `user_roles?user_id=eq.${ids[person]}`);
  }
  const owners: Record<TableUnderTest["owner"]["kind"], Parties[]> = {
    person: personNames.map((name) => ({
      ...{ actor: null, person: ids[name], company: companyOf(name) },
    })),
    company: Object.values(companies).map((company) => ({ actor: null, person: "", company })),
    visitor: [{ actor: null, person: "", company: null }],
  };
  for (const table of tableNames) {
    if (["companies", "profiles", "user_roles"].includes(table)) continue;
    const { owner, newRow } = tables[table];
    const first = FIRST[table] ?? ((row) => [row]);
    await insert(
      table,
      owners[owner.kind].flatMap((parties) => first(newRow(parties), parties)),
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
