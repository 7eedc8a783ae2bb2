import { z } from "zod/mini";
import {
  type DeleteUserReply,
  deleteUserRequestSchema,
} from "../_shared/contracts/user-requests.ts";
import { administratorFunction } from "../_shared/request/administrator-request.ts";
import { findManagedPerson, logChange, notManaged } from "../_shared/request/managed-person.ts";
import { Refused } from "../_shared/request/refused.ts";
import type { ServiceRest } from "../_shared/request/service-rest.ts";

/**
 * `delete-user`: deletes an account with its sessions, profile, role and conversations. What the
 * person did and uploaded stays with the company.
 */
export const createHandler = administratorFunction({
  name: "delete-user",
  body: deleteUserRequestSchema,
  limit: 16 * 1024,
  tooLarge: "That is more than names a person.",

  async work({ user_id }, { caller, rest, auth }): Promise<DeleteUserReply> {
    // An id in capital letters means the same person.
    const person = user_id.toLowerCase();
    if (person === caller.id) throw new Refused(403, "forbidden", "You cannot delete yourself.");

    await findManagedPerson(rest, caller, person);
    try {
      await logChange(rest, { caller: caller.id, person, wanted: "deletion" }, async () => {
        if (!(await auth.deleteUser(person))) throw notManaged();
      });
    } catch (error) {
      // The database refused this: the other super administrator was deleted or demoted meanwhile.
      if (await isLastSuperAdmin(rest, person)) {
        const message = "The last active super administrator cannot be deleted.";
        throw new Refused(403, "forbidden", message);
      }
      throw error;
    }
    return { success: true };
  },
});

async function isLastSuperAdmin(rest: ServiceRest, id: string): Promise<boolean> {
  const active = await rest.select(
    "user_roles",
    {
      ...{ select: "user_id,profiles!inner(status)", role: "eq.super_admin" },
      "profiles.status": "eq.active",
    },
    z.object({ user_id: z.uuid() }),
  );
  return active.length === 1 && active[0]?.user_id === id;
}
