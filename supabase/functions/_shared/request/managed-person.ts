import { z } from "zod/mini";
import type { ResetAction } from "../contracts/account-reset.ts";
import { type Person, profileSchema } from "../contracts/person.ts";
import { type Role, roleSchema } from "../contracts/role.ts";
import { Refused } from "./refused.ts";
import type { ServiceRest } from "./service-rest.ts";

/** A person's role, read again with the server's rights; a person without a row is a field technician. */
export async function readRole(rest: ServiceRest, personId: string): Promise<Role> {
  const query = { user_id: `eq.${personId}`, select: "role" };
  const [row] = await rest.select("user_roles", query, z.object({ role: roleSchema }));
  return row?.role ?? "field_tech";
}

/**
 * The person of that id, if the caller manages them: the same rule as `private.manages` in the database.
 * @throws Refused 404, the same for a person who does not exist and for one the caller may not know of
 */
export async function findManagedPerson(
  rest: ServiceRest,
  caller: Person,
  id: string,
): Promise<Person> {
  const query = { id: `eq.${id}`, select: "*" };
  const [profile] = await rest.select("profiles", query, profileSchema);
  if (!profile) throw notManaged();
  const person = { ...profile, role: await readRole(rest, id) };
  const isManaged =
    caller.role === "super_admin" ||
    (caller.company_id !== null &&
      person.company_id === caller.company_id &&
      person.role !== "super_admin");
  if (!isManaged) throw notManaged();
  return person;
}

export function notManaged(): Refused {
  return new Refused(404, "not_found", "There is no such person among those you manage.");
}

/** An administrator may do this in their own company alone. @throws Refused 403 */
export function checkOwnCompany(caller: Person, companyId: string, message: string): void {
  if (caller.role !== "super_admin" && caller.company_id !== companyId.toLowerCase()) {
    throw new Refused(403, "forbidden", message);
  }
}

/** How many resets of one administrator, and of one person, an hour has room for. */
const RESETS = { per_caller: 30, per_person: 6 };

const begunSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("begun"), id: z.uuid() }),
  z.object({ outcome: z.literal("rate_limited"), retry_after: z.int() }),
]);

/**
 * Does what an administrator asked for, and writes it down in `account_changes` before and after: what
 * cannot be written down is not done.
 * @throws Refused 429 when there were too many resets in an hour; whatever `work` throws
 */
export async function logChange<T>(
  rest: ServiceRest,
  about: { caller: string; person: string; wanted: ResetAction | "deletion" },
  work: () => Promise<T>,
): Promise<T> {
  const limits = about.wanted === "deletion" ? { per_caller: null, per_person: null } : RESETS;
  const begun = begunSchema.parse(await rest.call("begin_account_change", { ...about, ...limits }));
  if (begun.outcome === "rate_limited") {
    throw new Refused(429, "rate_limited", "That was often enough for an hour. Try again later.", {
      retryAfter: begun.retry_after,
    });
  }
  const finish = (outcome: "done" | "failed") =>
    rest.call("finish_account_change", { change: begun.id, outcome });
  let result: T;
  try {
    result = await work();
  } catch (error) {
    await finish("failed").catch(console.error);
    throw error;
  }
  await finish("done");
  return result;
}
