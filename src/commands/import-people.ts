import type { CreateUserRequest } from "@contracts/user-requests.ts";
import { wait } from "../platform/backoff.ts";
import type { Command } from "./command-result.ts";
import { addPerson, type CreatedPerson } from "./people.ts";

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
