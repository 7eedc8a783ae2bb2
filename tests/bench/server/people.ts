import { randomUUID } from "node:crypto";
import { type Backend, rest, signIn } from "#tests/support/backend.ts";

/** A technician, and the address that the proxy in front of the servers tells of them. */
export interface Technician {
  id: string;
  email: string;
  accessToken: string;
  address: string;
}

/** The header in which the proxy tells the address, as in a deployment. */
export const ADDRESS_HEADER = "x-forwarded-for";
export const PASSWORD = "a long password";
/** Each has as many rows in their history as a page shows. */
export const ROWS_EACH = 50;

/** How many people's rows are written by one request. */
const PEOPLE_A_REQUEST = 10;
/** How many requests prepare at once. */
const AT_ONCE = 4;

/** Creates technicians of one company who may speak notes, each with a history, and signs them in. */
export async function createTechnicians(server: Backend, count: number): Promise<Technician[]> {
  const [company] = await written(server, "companies", [{ name: "Bench" }]);
  const people = await inTurns(
    Array.from({ length: count }, (_, number) => number),
    (number) => createAccount(server, number),
  );
  await written(
    server,
    "user_roles",
    people.map(({ id }) => ({ user_id: id, role: "field_tech" })),
  );
  const { status } = await rest(server, "service", "PATCH", "profiles?email=like.*@bench.example", {
    company_id: company?.id,
    can_use_voice_agent: true,
  });
  if (status !== 204) throw new Error(`The technicians get no company: ${status}`);
  const groups = Array.from({ length: Math.ceil(count / PEOPLE_A_REQUEST) }, (_, group) =>
    people.slice(group * PEOPLE_A_REQUEST, (group + 1) * PEOPLE_A_REQUEST),
  );
  await inTurns(groups, (group) => written(server, "agent_logs", group.flatMap(historyOf)));
  return await inTurns(people, async (person) => ({
    ...person,
    accessToken: (await signIn(server, person.email, PASSWORD)).accessToken,
  }));
}

async function createAccount(server: Backend, number: number) {
  const email = `technician-${number}@bench.example`;
  const reply = await fetch(`${server.url}/auth/v1/admin/users`, {
    method: "POST",
    headers: { apikey: server.secretKey, "content-type": "application/json" },
    body: JSON.stringify({ email, password: PASSWORD, email_confirm: true }),
  });
  if (!reply.ok) throw new Error(`${email} is not created: ${await reply.text()}`);
  const { id }: { id: string } = await reply.json();
  // The addresses that are set apart for benchmarks (RFC 2544).
  return { id, email, address: `198.18.${number >> 8}.${number & 255}` };
}

function historyOf({ id }: { id: string }) {
  return Array.from({ length: ROWS_EACH }, (_, note) => ({
    id: randomUUID(),
    user_id: id,
    agent_type: "voice",
    input_type: "voice",
    input_data: `Note ${note}: the fan of the condenser runs again after its capacitor was replaced.`,
    output_summary: "Capacitor of the condenser's fan replaced.",
  }));
}

async function written(server: Backend, table: string, rows: object[]): Promise<{ id: string }[]> {
  const { status, body } = await rest<{ id: string }[]>(server, "service", "POST", table, rows, {
    prefer: "return=representation",
  });
  if (status !== 201) throw new Error(`${table}: ${status} ${JSON.stringify(body)}`);
  return body;
}

/** Does something with each of these, some at once. @returns the results in the same order */
async function inTurns<T, R>(all: readonly T[], work: (each: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const coming = all.entries();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const [index, each] of coming) results[index] = await work(each);
    }),
  );
  return results;
}
