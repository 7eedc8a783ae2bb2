import { z } from "zod/mini";
import { type ResetUserReply, resetUserRequestSchema } from "../_shared/contracts/account-reset.ts";
import type { Person } from "../_shared/contracts/person.ts";
import {
  type AdministratorContext,
  administratorFunction,
} from "../_shared/request/administrator-request.ts";
import { findManagedPerson, logChange, notManaged } from "../_shared/request/managed-person.ts";
import { Refused } from "../_shared/request/refused.ts";
import { callBackend, type ServiceRest } from "../_shared/request/service-rest.ts";
import { newTemporaryPassword } from "../_shared/request/temporary-password.ts";

/**
 * How long a temporary password is good for, and for how long after losing that role somebody is reset
 * as an administrator, in milliseconds.
 */
const ONE_DAY = 24 * 60 * 60 * 1000;

/**
 * `reset-user`: helps somebody who cannot sign in. Sets a temporary password, which only the reply
 * tells; has a link mailed; or removes their second factors. All but the link end their sessions.
 * Whoever sets somebody's password can sign in as them, so an administrator does this for technicians
 * alone, and not for whom they made one a moment ago.
 */
export const createHandler = administratorFunction({
  name: "reset-user",
  body: resetUserRequestSchema,
  limit: 16 * 1024,
  tooLarge: "That is more than names a person.",
  wrong: () => ({
    action: "The action must be temporary_password, recovery_link or remove_factors.",
  }),

  async work({ user_id, action }, context): Promise<ResetUserReply> {
    const { caller, rest, auth, environment, ports } = context;
    // An id in capital letters means the same person.
    const id = user_id.toLowerCase();
    const forbidden = (message: string) => new Refused(403, "forbidden", message);
    if (id === caller.id) throw forbidden("Change your own ways to sign in under Settings.");
    const person = await findManagedPerson(rest, caller, id);
    if (caller.role !== "super_admin") {
      if (person.role !== "field_tech") {
        throw forbidden("Ask a super administrator to do this for administrators.");
      }
      if (await wasAdministrator(rest, id, new Date(ports.clock.now() - ONE_DAY))) {
        throw forbidden(
          "This person was an administrator within the last day. Ask a super administrator to do this.",
        );
      }
    }
    const logged = <T>(act: () => Promise<T>) =>
      logChange(rest, { caller: caller.id, person: id, wanted: action }, act);

    switch (action) {
      case "temporary_password": {
        const password = newTemporaryPassword(requireEmail(person), environment.passwordMinimum);
        const until = new Date(ports.clock.now() + ONE_DAY).toISOString();
        await logged(async () => {
          if (!(await auth.setTemporaryPassword(id, password, until))) throw notManaged();
        });
        return { action, temporary_password: password, expires_at: until };
      }
      case "recovery_link": {
        const email = requireEmail(person);
        if (!environment.sendsMail) {
          throw new Refused(
            422,
            "mail_not_configured",
            "This server sends no mail. Set a temporary password instead.",
          );
        }
        await logged(() => sendRecoveryLink(context, email));
        return { action, email };
      }
      case "remove_factors":
        return { action, removed: await logged(() => auth.removeFactors(id)) };
    }
  },
});

async function wasAdministrator(rest: ServiceRest, id: string, since: Date): Promise<boolean> {
  const query = {
    ...{ person_id: `eq.${id}`, action: "eq.role", from_value: "neq.field_tech" },
    ...{ created_at: `gt.${since.toISOString()}`, select: "id", limit: "1" },
  };
  return (await rest.select("account_changes", query, z.unknown())).length > 0;
}

/** @throws Refused for a person without an address, who cannot sign in by a password */
function requireEmail({ email }: Person): string {
  if (email) return email;
  throw new Refused(422, "malformed", "This person has no email address to sign in with.", {
    field: "user_id",
  });
}

/**
 * Has the Auth server mail a link to choose a new password, as somebody who forgot theirs has it
 * done.
 * @throws Refused 429 when that address was sent too many, Error when the server does not do it
 */
async function sendRecoveryLink(
  { environment, ports }: AdministratorContext,
  email: string,
): Promise<void> {
  const request = { method: "POST", headers: { apikey: environment.anonKey }, body: { email } };
  const reply = await callBackend(environment, ports, "auth/v1/recover", request);
  if (reply.status === 429) {
    const seconds = Number(reply.headers.get("Retry-After"));
    throw new Refused(429, "rate_limited", "This address was sent a link a moment ago.", {
      retryAfter: Number.isInteger(seconds) && seconds > 0 ? seconds : 60,
    });
  }
  if (!reply.ok) throw reply.failure();
}
