import { signIn } from "../backend.ts";
import { PASSWORD, type Stack } from "./stack.ts";

/** Calls a function as the demo's administrator, as the app does. */
async function asAdministrator(stack: Stack, name: string, body: object): Promise<unknown> {
  const { accessToken } = await signIn(stack.backend, stack.administrator, PASSWORD);
  const reply = await fetch(`${stack.backend.url}/functions/v1/${name}`, {
    method: "POST",
    headers: {
      apikey: stack.backend.publishableKey,
      authorization: `Bearer ${accessToken}`,
      "content-type": "application/json",
    },
    body: JSON.stringify(body),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${name}: ${reply.status} ${text}`);
  return JSON.parse(text);
}

/** Creates a technician of the demo company who may use every agent. @returns their id */
export async function createTechnician(stack: Stack, email: string): Promise<string> {
  const [administrator] = await stack.rows("profiles", `email=eq.${stack.administrator}`);
  const created = (await asAdministrator(stack, "create-user", {
    email,
    password: PASSWORD,
    full_name: "Robin Technician",
    role: "field_tech",
    company_id: administrator?.company_id,
    can_use_snap_agent: true,
    can_use_voice_agent: true,
  })) as { user: { id: string } };
  return created.user.id;
}

/** Deletes a person's account. @returns its id */
export async function deleteAccount(
  stack: Stack,
  email: string = stack.technician,
): Promise<string> {
  const id = await stack.userId(email);
  await asAdministrator(stack, "delete-user", { user_id: id });
  return id;
}
