import { z } from "zod/mini";
import {
  type DeleteUserReply,
  type DeleteUserRequest,
  deleteUserRequestSchema,
} from "../_shared/contracts/user-requests.ts";
import {
  type AdministratorContext,
  createAdministratorHandler,
} from "../_shared/request/administrator-request.ts";
import { logChange } from "../_shared/request/change-log.ts";
import type { Environment } from "../_shared/request/environment.ts";
import { readJson } from "../_shared/request/json-body.ts";
import { findManagedPerson, notManaged } from "../_shared/request/managed-person.ts";
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

  await findManagedPerson(rest, caller, id);
  try {
    await logChange(rest, { caller: caller.id, person: id, action: "deletion" }, async () => {
      if (!(await auth.deleteUser(id))) throw notManaged();
    });
  } catch (error) {
    // The database refused this: the other super administrator was deleted or demoted meanwhile.
    if (await isLastSuperAdmin(rest, id)) {
      throw new Refused(403, "forbidden", "The last active super administrator cannot be deleted.");
    }
    throw error;
  }
  return { success: true };
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
