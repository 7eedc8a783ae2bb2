import type { ResetAction, ResetUserReply } from "@contracts/account-reset.ts";
import { permissions } from "@contracts/agent.ts";
import { FOREIGN_KEY_VIOLATION } from "@contracts/database-code.ts";
import type { Person, PersonChange } from "@contracts/person.ts";
import { EMAIL_TAKEN, NO_NETWORK } from "@contracts/refusal-code.ts";
import type { Role } from "@contracts/role.ts";
import type { CreateUserReply, CreateUserRequest } from "@contracts/user-requests.ts";
import type { Outcome } from "../backend/outcome.ts";
import { mirroredList } from "../mirror/person/lists/mirrored-list.ts";
import { PEOPLE, PROFILES, USER_ROLES } from "../mirror/person/lists/people.ts";
import { wait } from "../platform/backoff.ts";
import {
  type Command,
  type CommandResult,
  confirmed,
  type Failed,
  failed,
} from "./command-result.ts";
import { changeRow, removeRow } from "./list-rows.ts";

/** Time limit for the server (ms): creating a person or setting a password hashes it, which takes long. */
const PATIENCE_MS = 30_000;

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
  if (result.kind === "created") return { kind: "done" };
  const message =
    "message" in result ? result.message : "An error occurred while creating the user";
  return { kind: "failed", message };
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
export function assignPerson(
  command: Command<"rows">,
  { id }: Person,
  company_id: string,
): Promise<CommandResult> {
  return changeRow(command, PEOPLE, id, { company_id }, PROFILES, {
    [FOREIGN_KEY_VIOLATION]: "This company is not there any more.",
  });
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
export function deletePerson(
  command: Command<"functions" | "rows">,
  { id }: Person,
): Promise<CommandResult> {
  const { db, backend } = command;
  return removeRow(command, PEOPLE, id, () =>
    backend.functions.deleteUser({ user_id: id }, callOptions(db.personId)),
  );
}

/**
 * Helps a person who cannot sign in. Nothing of it is kept on the device: a temporary password is in
 * the answer alone.
 */
export async function resetPerson(
  { db, backend }: Command<"functions">,
  person: Person,
  action: ResetAction,
): Promise<{ kind: "done"; reply: ResetUserReply } | Failed> {
  const request = { user_id: person.id, action };
  const outcome = await backend.functions.resetUser(request, callOptions(db.personId));
  if (outcome.kind === "ok") return { kind: "done", reply: outcome.value };
  return failed(outcome, {
    [NO_NETWORK]: "The server did not answer, so it may or may not be done. Try it once more.",
  });
}

function callOptions(personId: string, key: string = crypto.randomUUID()) {
  return { personId, key, signal: AbortSignal.timeout(PATIENCE_MS) };
}

/** A person to be created; the key stays the same however often it is tried. */
export interface PersonToImport {
  id: string;
  key: string;
  request: CreateUserRequest;
}

/** The result of one of them. */
export type ImportedPerson = Exclude<CreatedPerson, { kind: "paced" }>;

/** Why an import ended before its last person; null for one that was stopped on purpose. */
export type ImportEnd = "finished" | { stoppedBy: string | null };

/** The longest pause that is waited for, in ms; the server may name any. */
const LONGEST_PAUSE_MS = 60_000;

const NO_ANSWER = "The server did not answer.";

/**
 * Creates people one after the other, because the server hashes a password for each. Ends at the first
 * failure that has nothing to do with that person: a lost connection is reported once.
 * @param onResult called with the result of each person, and with "sending" before
 */
export async function importPeople(
  command: Command<"functions">,
  people: readonly PersonToImport[],
  signal: AbortSignal,
  onResult: (id: string, result: ImportedPerson | "sending") => void,
): Promise<ImportEnd> {
  for (const person of people) {
    if (signal.aborted) return { stoppedBy: null };
    onResult(person.id, "sending");
    const result = await addAtPace(command, person, signal);
    onResult(person.id, result);
    if (result.kind === "unanswered") return { stoppedBy: signal.aborted ? null : NO_ANSWER };
    if (result.kind === "failed" && !result.isFinal) return { stoppedBy: result.message };
  }
  return "finished";
}

/** Sends a person again after each pause that the server asks for. */
async function addAtPace(
  command: Command<"functions">,
  { request, key }: PersonToImport,
  signal: AbortSignal,
): Promise<ImportedPerson> {
  for (;;) {
    const result = await addPerson(command, request, key);
    if (result.kind !== "paced") return result;
    await wait(Math.min(result.waitMs, LONGEST_PAUSE_MS), signal);
    if (signal.aborted) return { kind: "unanswered" };
  }
}
