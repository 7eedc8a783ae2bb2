import { permissions } from "@contracts/agent.ts";
import { FOREIGN_KEY_VIOLATION } from "@contracts/database-code.ts";
import type { Person, PersonChange } from "@contracts/person.ts";
import { EMAIL_TAKEN } from "@contracts/refusal-code.ts";
import type { Role } from "@contracts/role.ts";
import type { CreateUserReply, CreateUserRequest } from "@contracts/user-requests.ts";
import type { Outcome } from "../backend/outcome.ts";
import { mirroredList } from "../mirror/person/lists/mirrored-list.ts";
import { PEOPLE, PROFILES, USER_ROLES } from "../mirror/person/lists/people.ts";
import {
  type Command,
  type CommandResult,
  confirmed,
  type Failed,
  failed,
} from "./command-result.ts";
import { changeRow } from "./list-rows.ts";

/** Time limit for the server (ms): creating a person hashes a password, which takes long. */
const PATIENCE_MS = 30_000;

/** The result when the server gave no reason. */
const UNEXPLAINED: Failed = {
  kind: "failed",
  message: "An error occurred while creating the user",
};

/** A password that the server made, for a person to sign in with once. */
export type TemporaryPassword = NonNullable<CreateUserReply["temporary"]>;

/** The result of the request to create a person. */
export type CreatedPerson =
  /** `temporary` is null if the request brought a password. */
  | { kind: "created"; temporary: TemporaryPassword | null }
  /** A person whom the administrator may know of has this email address. */
  | { kind: "taken"; message: string }
  /** The server asks for a pause of this many ms. */
  | { kind: "paced"; waitMs: number }
  /** It may be done or not. With the same key it can be sent again. */
  | { kind: "unanswered" }
  /** `isFinal`: it will not be different another time. */
  | (Failed & { isFinal: boolean });

/**
 * Creates a person. They are added to the mirror only after the server's answer, because they have
 * no id before.
 * @param key when it is sent again after a failure, keep its key: if the first request arrived after
 *   all, the answer is about the same person
 */
export async function addPerson(
  { db, backend, now }: Command<"functions">,
  request: CreateUserRequest,
  key: string,
): Promise<CreatedPerson> {
  const created = await backend.functions.createUser(request, callOptions(db.personId, key));
  if (created.kind === "later") {
    if (created.cause === "network") return { kind: "unanswered" };
    const { retryAfterMs } = created;
    if (retryAfterMs === null) return { ...failed(created), isFinal: false };
    return { kind: "paced", waitMs: retryAfterMs };
  }
  if (created.kind === "never" && created.code === EMAIL_TAKEN) {
    return { kind: "taken", message: created.message };
  }
  if (created.kind !== "ok") return { ...failed(created), isFinal: created.kind === "never" };
  const { user, temporary = null } = created.value;
  await mirroredList(db.people).put(
    {
      id: user.id,
      full_name: request.full_name,
      email: user.email,
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
  return { kind: "created", temporary };
}

/** Creates a person with a password that an administrator chose for them. */
export async function createPerson(
  command: Command<"functions">,
  request: CreateUserRequest,
): Promise<CommandResult> {
  const result = await addPerson(command, request, crypto.randomUUID());
  switch (result.kind) {
    case "created":
      return { kind: "done" };
    case "taken":
      return { kind: "failed", message: result.message };
    case "failed":
      return { kind: "failed", message: result.message };
    case "paced":
    case "unanswered":
      return UNEXPLAINED;
  }
}

/** Changes a person's status or permissions. */
export function changePerson(
  command: Command<"rows">,
  person: Person,
  change: PersonChange,
): Promise<CommandResult> {
  return changeRow(command, PEOPLE, person.id, change, PROFILES);
}

/** Assigns a person to a company. Only a super administrator may. */
export async function assignPerson(
  { db, backend, now }: Command<"rows">,
  { id }: Person,
  companyId: string,
): Promise<CommandResult> {
  const change = { company_id: companyId };
  const people = mirroredList(db.people);
  const undo = await people.applyOptimistic(id, change, now);
  const sent = await backend.rows.change(db.personId, PROFILES, { id }, change);
  if (sent.kind === "later" && sent.code === FOREIGN_KEY_VIOLATION) {
    await undo();
    return { kind: "failed", message: "This company is not there any more." };
  }
  return confirmed(undo, Promise.resolve(sent), (profile) => people.confirm(id, profile, now()));
}

/**
 * Changes a person's role. Updates the row of their role, or inserts one if there is none. If it were
 * deleted first, the person would be left with another role when the connection breaks in between.
 */
export async function setRole(
  { db, backend, now }: Command<"rows">,
  { id }: Person,
  role: Role,
): Promise<CommandResult> {
  const { personId: me } = db;
  const people = mirroredList(db.people);
  async function send(): Promise<Outcome<{ role: Role } | null>> {
    const changed = await backend.rows.change(me, USER_ROLES, { user_id: id }, { role });
    if (changed.kind !== "ok" || changed.value !== null) return changed;
    const added = await backend.rows.add(me, USER_ROLES, [{ user_id: id, role }]);
    return added.kind === "ok" ? { kind: "ok", value: added.value[0] ?? null } : added;
  }
  return confirmed(await people.applyOptimistic(id, { role }, now), send(), (given) =>
    people.confirm(id, { role: given.role }, now()),
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
    backend.functions.deleteUser(
      { user_id: person.id },
      callOptions(db.personId, crypto.randomUUID()),
    ),
    async () => {
      await hide();
    },
  );
}

function callOptions(personId: string, key: string) {
  return { personId, key, signal: AbortSignal.timeout(PATIENCE_MS) };
}
