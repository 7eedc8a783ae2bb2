import { FOREIGN_KEY_VIOLATION } from "@contracts/database-code.ts";
import { permissions } from "@contracts/permission.ts";
import type { Person, PersonChange } from "@contracts/person.ts";
import type { Role } from "@contracts/role.ts";
import type { CreateUserRequest } from "@contracts/user-requests.ts";
import type { Outcome } from "../backend/outcome.ts";
import { mirroredList } from "../mirror/person/lists/mirrored-list.ts";
import { type Command, type CommandResult, confirmed, failed } from "./command-result.ts";

/** Time limit for the server (ms): creating a person hashes a password, which takes long. */
const PATIENCE_MS = 30_000;

/** The result when the server gave no reason. */
const UNSAID: CommandResult = {
  kind: "failed",
  message: "An error occurred while creating the user",
};

/**
 * Creates a person. They are added to the mirror only after the server's answer, because they have
 * no id before.
 */
export async function createPerson(
  { db, backend, now }: Command<"functions">,
  request: CreateUserRequest,
): Promise<CommandResult> {
  const created = await backend.functions.createUser(request, callOf(db.personId));
  if (created.kind === "later" && created.cause === "network") return UNSAID;
  if (created.kind !== "ok") return failed(created);
  await mirroredList(db.people).put(
    {
      id: created.value.user.id,
      full_name: request.full_name,
      email: created.value.user.email,
      company_id: request.company_id,
      status: "active",
      created_at: new Date(now()).toISOString(),
      speech_language: null,
      ...permissions(() => false),
      can_use_voice_agent: request.can_use_voice_agent,
      can_use_snap_agent: request.can_use_snap_agent,
      can_use_label_agent: request.can_use_label_agent ?? false,
      role: request.role,
    },
    now(),
  );
  return { kind: "done" };
}

/** Changes a person's status or permissions. */
export async function changePerson(
  { db, backend, now }: Command<"administration">,
  person: Person,
  change: PersonChange,
): Promise<CommandResult> {
  const people = mirroredList(db.people);
  return confirmed(
    await people.applyOptimistic(person.id, change, now),
    backend.administration.changePerson(db.personId, person.id, change),
    (profile) => people.confirm(person.id, profile, now()),
  );
}

/** Assigns a person to a company. Only a super administrator may. */
export async function assignPerson(
  { db, backend, now }: Command<"administration">,
  person: Person,
  companyId: string,
): Promise<CommandResult> {
  const change = { company_id: companyId };
  const people = mirroredList(db.people);
  return confirmed(
    await people.applyOptimistic(person.id, change, now),
    companyNamed(backend.administration.changePerson(db.personId, person.id, change)),
    (profile) => people.confirm(person.id, profile, now()),
  );
}

/** Replaces the database's error for a company that was deleted meanwhile by a text for people. */
async function companyNamed<T>(sent: Promise<Outcome<T>>): Promise<Outcome<T>> {
  const outcome = await sent;
  const isGone = outcome.kind === "later" && outcome.code === FOREIGN_KEY_VIOLATION;
  return isGone
    ? { kind: "never", code: outcome.code, message: "This company is not there any more." }
    : outcome;
}

/** Changes a person's role. */
export async function setRole(
  { db, backend, now }: Command<"administration">,
  person: Person,
  role: Role,
): Promise<CommandResult> {
  const people = mirroredList(db.people);
  return confirmed(
    await people.applyOptimistic(person.id, { role }, now),
    backend.administration.setRole(db.personId, person.id, role),
    (given) => people.confirm(person.id, { role: given }, now()),
  );
}

/** Deletes a person; their records stay with the company. */
export async function deletePerson(
  { db, backend, now }: Command<"functions">,
  person: Person,
): Promise<CommandResult> {
  const hide = () => mirroredList(db.people).removeOptimistic(person.id, now);
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
