import { expect } from "vitest";
import { signIn } from "../backend.ts";
import { browserOf } from "../browser-like.ts";
import { linkIn, mailTo } from "../mail.ts";
import { headersOf, post } from "../running-backend.ts";
import { PASSWORD, type Stack } from "./stack.ts";

async function asAdministrator(stack: Stack, name: string, body: object): Promise<unknown> {
  const { accessToken } = await signIn(stack.backend, stack.administrator, PASSWORD);
  const headers = headersOf(stack.backend, accessToken);
  const reply = await post(stack.backend, `functions/v1/${name}`, body, headers);
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

/**
 * Shows for a person that their address is theirs, by the link in a mail, which ends their password and
 * sessions. They choose the same password again.
 */
export async function proveAddress({ backend }: Stack, email: string): Promise<void> {
  const visitor = browserOf(backend);
  const send = async (...[method, path, ...sent]: Parameters<typeof visitor.auth>) => {
    const { status, body } = await visitor.auth(method, path, ...sent);
    if (status > 299) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const before = mailTo(backend, email).length;
  await send("POST", "recover", { email });
  await expect
    .poll(() => mailTo(backend, email).length, { timeout: 10_000 })
    .toBeGreaterThan(before);
  const link = new URL(linkIn(mailTo(backend, email).at(-1)) ?? "");
  const token_hash = link.searchParams.get("token");
  const session = await send("POST", "verify", { type: "recovery", token_hash });
  await send("PUT", "user", { password: PASSWORD }, session.access_token);
}

/** Deletes a person's account. @returns its id */
export async function deleteAccount(stack: Stack, email: string = stack.technician) {
  const id = await stack.userId(email);
  await asAdministrator(stack, "delete-user", { user_id: id });
  return id;
}
