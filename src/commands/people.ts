import type { CreateUserRequest } from "@contracts/create-user.ts";
import type { Person, PersonChange, Role } from "@contracts/person.ts";
import {
  confirmPersonChange,
  putPerson,
  showPersonChange,
  showPersonGone,
} from "../mirror/people.ts";
import { type Command, type CommandResult, confirmed, failed } from "./command-result.ts";

/** Longest wait for the server, in ms: creating hashes a password. */
const PATIENCE_MS = 30_000;

/** When no word of the server says why. */
const UNSAID: CommandResult = {
  kind: "failed",
  message: "An error occurred while creating the user",
};

/**
 * Creates a person. They are in the mirror once the server has them: nobody can be shown before they
 * have an id.
 */
export async function createPerson(
  { db, backend, now }: Command<"functions">,
  request: CreateUserRequest,
): Promise<CommandResult> {
  const created = await backend.functions.createUser(request, callOf(db.personId));
  if (created.kind === "later" && created.cause === "network") return UNSAID;
  if (created.kind !== "ok") return failed(created);
  await putPerson(
    db,
    {
      id: created.value.user.id,
      full_name: request.full_name,
      email: created.value.user.email,
      company_id: request.company_id,
      status: "active",
      created_at: new Date(now()).toISOString(),
      can_use_voice_agent: request.can_use_voice_agent,
      can_use_snap_agent: request.can_use_snap_agent,
      can_use_label_agent: false,
      role: request.role,
    },
    now(),
  );
  return { kind: "done" };
}

/** Suspends, activates or equips a person. */
export async function changePerson(
  { db, backend, now }: Command<"administration">,
  person: Person,
  change: PersonChange,
): Promise<CommandResult> {
  return confirmed(
    await showPersonChange(db, person.id, change, now),
    backend.administration.changePerson(db.personId, person.id, change),
    (profile) => confirmPersonChange(db, person.id, profile, now()),
  );
}

/** Gives a person another role. */
export async function setRole(
  { db, backend, now }: Command<"administration">,
  person: Person,
  role: Role,
): Promise<CommandResult> {
  return confirmed(
    await showPersonChange(db, person.id, { role }, now),
    backend.administration.setRole(db.personId, person.id, role),
    (given) => confirmPersonChange(db, person.id, { role: given }, now()),
  );
}

/** Deletes a person; what they did stays with the company. */
export async function deletePerson(
  { db, backend, now }: Command<"functions">,
  person: Person,
): Promise<CommandResult> {
  const hide = () => showPersonGone(db, person.id, now);
  return confirmed(
    await hide(),
    backend.functions.deleteUser({ user_id: person.id }, callOf(db.personId)),
    async () => {
      await hide();
    },
  );
}

function callOf(personId: string) {
  return { personId, key: crypto.randomUUID(), signal: AbortSignal.timeout(PATIENCE_MS) };
}
