import { readFileSync } from "node:fs";
import {
  DEMO_COMPANY,
  DEMO_MANUALS,
  DEMO_PASSWORD,
  DEMO_PEOPLE,
  type DemoPerson,
} from "#supabase/seed/demo.ts";
import { type Backend, rest } from "../backend.ts";
import { post } from "../running-backend.ts";

/** A company with a technician, an administrator and the demo's manuals. */
export interface Company {
  id: string;
  name: string;
  /** Addresses; everybody has the demo's password. */
  technician: string;
  administrator: string;
  /** Manages all companies of the backend, and belongs to none. */
  superAdministrator: string;
}

export const DEMO: Company = {
  ...DEMO_COMPANY,
  technician: "tech@demo.example",
  administrator: "admin@demo.example",
  superAdministrator: "super@demo.example",
};

const manuals = new URL("../../../supabase/seed/manuals/", import.meta.url);

/** Adds a company that is like the demo's, but for its name and its people's addresses. */
export async function addCompany(backend: Backend, number: number): Promise<Company> {
  const name = `${DEMO_COMPANY.name} ${number}`;
  const [added] = await insert<{ id: string }>(backend, "companies", { name });
  const id = String(added?.id);
  const addresses = new Map<DemoPerson["role"], string>();
  const ids = await Promise.all(
    DEMO_PEOPLE.map((person) => {
      const email = person.email.replace(".example", `${number}.example`);
      addresses.set(person.role, email);
      return addPerson(backend, { ...person, email }, id);
    }),
  );
  await addManuals(backend, id, String(ids[1]));
  const email = (role: DemoPerson["role"]) => addresses.get(role) ?? "";
  return {
    ...{ id, name, technician: email("field_tech"), administrator: email("admin") },
    superAdministrator: email("super_admin"),
  };
}

/** Creates an account with its role. @returns its id */
async function addPerson(
  backend: Backend,
  { email, fullName, role, inCompany }: DemoPerson,
  company: string,
): Promise<string> {
  const account = { email, password: DEMO_PASSWORD, email_confirm: true };
  const named = { ...account, user_metadata: { full_name: fullName } };
  const reply = await post(backend, "auth/v1/admin/users", named, { apikey: backend.secretKey });
  const { id } = await reply.json();
  const agents = ["voice", "snap", "label"].map((agent) => [`can_use_${agent}_agent`, inCompany]);
  const wanted = { company_id: inCompany ? company : null, role, ...Object.fromEntries(agents) };
  const equipped = { person: id, caller: null, wanted };
  await succeed(rest(backend, "service", "POST", "rpc/equip_person", equipped));
  return id;
}

async function addManuals(backend: Backend, company: string, uploadedBy: string): Promise<void> {
  for (const { fileName, contentType, allowedAgents } of DEMO_MANUALS) {
    const bytes = readFileSync(new URL(fileName, manuals));
    const path = `${company}/0_${fileName}`;
    const stored = await fetch(`${backend.url}/storage/v1/object/knowledge-base/${path}`, {
      method: "POST",
      headers: {
        ...{ apikey: backend.secretKey, authorization: `Bearer ${backend.secretKey}` },
        "content-type": contentType,
      },
      body: bytes,
    });
    if (!stored.ok) throw new Error(`${fileName}: ${stored.status} ${await stored.text()}`);
    const manual = JSON.parse(
      readFileSync(new URL(`passages/${fileName}.json`, manuals), "utf8"),
    ) as { passages: object[] } & Record<string, unknown>;
    const [file] = await insert<{ id: string }>(backend, "knowledge_base", {
      ...{ file_name: fileName, file_path: path, company_id: company, uploaded_by: uploadedBy },
      ...{ allowed_agents: allowedAgents, kind: manual.kind, size_bytes: bytes.length },
      ...{
        page_count: manual.pageCount,
        picture_pages: manual.picturePages,
        reading: manual.reading,
      },
      ...{ language: manual.language, passage_count: manual.passages.length },
    });
    const passages = manual.passages.map((passage) => ({ ...passage, file_id: file?.id }));
    await insert(backend, "knowledge_chunks", passages);
  }
}

async function insert<Row>(backend: Backend, table: string, rows: object): Promise<Row[]> {
  const headers = { prefer: "return=representation" };
  return succeed(rest<Row[]>(backend, "service", "POST", table, rows, headers));
}

async function succeed<Body>(call: Promise<{ status: number; body: Body }>): Promise<Body> {
  const { status, body } = await call;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}
