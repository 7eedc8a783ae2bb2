import { z } from "zod/mini";
import { type Person, profileSchema } from "../_shared/contracts/person.ts";
import {
  type DeleteUserReply,
  type DeleteUserRequest,
  deleteUserRequestSchema,
} from "../_shared/contracts/user-requests.ts";
import {
  type AdministratorContext,
  createAdministratorHandler,
} from "../_shared/request/administrator-request.ts";
import type { Environment } from "../_shared/request/environment.ts";
import { readJson } from "../_shared/request/json-body.ts";
import { readRole } from "../_shared/request/person-role.ts";
import { type Ports, systemPorts } from "../_shared/request/ports.ts";
import { Refused } from "../_shared/request/refused.ts";
import type { ServiceRest } from "../_shared/request/service-rest.ts";

const TERMS = {
  limit: 16 * 1024,
  tooLarge: "That is more than names a person.",
};

/**
 * `delete-user`: deletes an account with its sessions, profile, role and conversations. What the
 * person did and uploaded stays with the company.
 */
export function createHandler(
  environment: Environment,
  ports: Ports = systemPorts,
): (request: Request) => Promise<Response> {
  return createAdministratorHandler(
    {
      name: "delete-user",
      parse: (request) => readJson(request, deleteUserRequestSchema, TERMS),
      work,
    },
    environment,
    ports,
  );
}

async function work(
  { user_id }: DeleteUserRequest,
  { caller, rest, auth }: AdministratorContext,
): Promise<DeleteUserReply> {
  // An id in capital letters means the same person.
  const id = user_id.toLowerCase();
  if (id === caller.id) throw new Refused(403, "forbidden", "You cannot delete yourself.");

  const person = await findPerson(rest, id);
  if (!person || !manages(caller, person)) throw notFound();
  try {
    if (!(await auth.deleteUser(id))) throw notFound();
  } catch (error) {
    // The database refused this: the other super administrator was deleted or demoted meanwhile.
    if (await isLastSuperAdmin(rest, id)) {
      throw new Refused(403, "forbidden", "The last active super administrator cannot be deleted.");
    }
    throw error;
  }
  return { success: true };
}

async function findPerson(rest: ServiceRest, id: string): Promise<Person | null> {
  const rows = await rest.select("profiles", { id: `eq.${id}`, select: "*" });
  const [profile] = z.array(profileSchema).parse(rows);
  return profile ? { ...profile, role: await readRole(rest, id) } : null;
}

/** The same rule as `private.manages` in the database. */
function manages(caller: Person, person: Person): boolean {
  return (
    caller.role === "super_admin" ||
    (caller.company_id !== null &&
      person.company_id === caller.company_id &&
      person.role !== "super_admin")
  );
}

/** The same answer for a person who does not exist and for one the caller may not know of. */
function notFound(): Refused {
  return new Refused(404, "not_found", "There is no such person among those you manage.");
}

async function isLastSuperAdmin(rest: ServiceRest, id: string): Promise<boolean> {
  const active = await rest.select("user_roles", {
    select: "user_id,profiles!inner(status)",
    role: "eq.super_admin",
    "profiles.status": "eq.active",
  });
  const ids = z.array(z.object({ user_id: z.uuid() })).parse(active);
  return ids.length === 1 && ids[0]?.user_id === id;
}
