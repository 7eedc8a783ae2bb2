import { randomUUID } from "node:crypto";
import { signIn } from "#tests/support/backend.ts";
import type { Row } from "./rest.ts";
import type { World } from "./world.ts";

/** A person whom no other check uses; the check that adds them removes them. */
export interface Newcomer {
  id: string;
  token: string;
}

export const NEWCOMER_PASSWORD = "for-a-while";

/** What `create-user` is asked for a person who should not, or not yet, exist. */
export const plantedPerson = (company: string): Row => ({
  email: "planted@policies.example",
  password: "made-for-tests",
  full_name: "Planted",
  role: "field_tech",
  company_id: company,
  can_use_snap_agent: true,
  can_use_voice_agent: true,
});

/** Creates an account as the server does, with a company and a role, and signs it in. */
export async function addNewcomer(
  world: World,
  role: "field_tech" | "admin" | "super_admin",
  company: "north" | "south" = "north",
): Promise<Newcomer> {
  const email = `${randomUUID()}@newcomers.example`;
  const reply = await authAdmin(world, "POST", "users", {
    body: {
      email,
      password: NEWCOMER_PASSWORD,
      email_confirm: true,
      user_metadata: { full_name: "Newcomer" },
    },
  });
  if (!reply.ok) throw new Error(`${email} gets no account: ${await reply.text()}`);
  const { id } = await reply.json();
  await world.asServer("PATCH", `profiles?id=eq.${id}`, {
    body: { company_id: world.companies[company] },
  });
  await world.asServer("POST", "user_roles", { body: { user_id: id, role } });
  const { accessToken } = await signIn(world.backend, email, NEWCOMER_PASSWORD);
  return { id, token: accessToken };
}

/** Removes people; some may already be gone. */
export async function removeNewcomers(world: World, people: Newcomer[]): Promise<void> {
  for (const { id } of people) await (await authAdmin(world, "DELETE", `users/${id}`)).text();
}

/** A request to Auth's admin API, with the secret key or with the given headers. */
export function authAdmin(
  world: World,
  method: string,
  path: string,
  { body, headers }: { body?: object; headers?: Record<string, string> } = {},
): Promise<Response> {
  return fetch(`${world.backend.url}/auth/v1/admin/${path}`, {
    method,
    headers: {
      "content-type": "application/json",
      ...(headers ?? { apikey: world.backend.secretKey }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
}

/** Calls a server function with a person's session. */
export function callFunction(
  world: World,
  token: string,
  name: string,
  body: object,
): Promise<Response> {
  return fetch(`${world.backend.url}/functions/v1/${name}`, {
    method: "POST",
    headers: {
      apikey: world.backend.publishableKey,
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
    },
    body: JSON.stringify(body),
  });
}
