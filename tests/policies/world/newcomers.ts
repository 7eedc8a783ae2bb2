import { randomUUID } from "node:crypto";
import { signIn } from "#tests/support/backend.ts";
import { addAccount, authAdmin } from "./rest.ts";
import type { World } from "./world.ts";

/** A person whom no other check uses; the check that adds them removes them. */
export interface Newcomer {
  id: string;
  token: string;
}

export const NEWCOMER_PASSWORD = "for-a-while";

/** Creates an account as the server does, with a company and a role, and signs it in. */
export async function addNewcomer(
  world: World,
  role: "field_tech" | "admin" | "super_admin",
  company: "north" | "south" = "north",
): Promise<Newcomer> {
  const email = `${randomUUID()}@newcomers.example`;
  const id = await addAccount(world.backend, email, NEWCOMER_PASSWORD, "Newcomer");
  const wanted = { company_id: world.companies[company], role };
  await world.asServer("POST", "rpc/equip_person", { body: { person: id, caller: null, wanted } });
  const { accessToken } = await signIn(world.backend, email, NEWCOMER_PASSWORD);
  return { id, token: accessToken };
}

/** Removes people; some may already be gone. */
export async function removeNewcomers(world: World, people: Newcomer[]): Promise<void> {
  for (const { id } of people) {
    await (await authAdmin(world.backend, "DELETE", `users/${id}`)).text();
  }
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
