import { INSUFFICIENT_PRIVILEGE } from "@contracts/database-code.ts";
import type { Backend } from "../backend/backend.ts";
import type { Outcome } from "../backend/outcome.ts";
import type { Rollback } from "../mirror/person/lists/mirrored-list.ts";
import type { PersonDatabase } from "../mirror/person/person-database.ts";

/** What came of a command; `message` is for the person. */
export type CommandResult = { kind: "done" } | { kind: "failed"; message: string };
export type Failed = Extract<CommandResult, { kind: "failed" }>;

/** What a command works with: the mirror, the parts of the backend that it uses, and the time. */
export interface Command<Part extends keyof Backend> {
  db: PersonDatabase;
  backend: Pick<Backend, Part>;
  /** Epoch ms. */
  now: () => number;
}

/** What every command of an administrator can be given. */
export type AdministrationCommand = Command<
  "administration" | "functions" | "knowledge" | "storage"
>;

/** What the server says of a row that nobody lets this person change, or that is not there any more. */
export const GONE = {
  kind: "failed",
  message: "This is not there any more, or not yours to change.",
} as const satisfies CommandResult;

/**
 * Waits for the server's word on a change that is shown already: what it answers takes its place in
 * the mirror, and what it refuses is taken back.
 * @param shown takes back what is shown
 * @param confirm puts what the server answered
 */
export async function confirmed<T>(
  shown: Rollback,
  sent: Promise<Outcome<T | null>>,
  confirm: (value: T) => Promise<void>,
): Promise<CommandResult> {
  const outcome = await sent;
  if (outcome.kind === "ok" && outcome.value !== null) {
    await confirm(outcome.value);
    return { kind: "done" };
  }
  await shown();
  return outcome.kind === "ok" ? GONE : failed(outcome);
}

export function failed(outcome: Exclude<Outcome<never>, { kind: "ok" }>): Failed {
  return { kind: "failed", message: messageOf(outcome) };
}

/** A refusal of the backend in words. */
export function messageOf(outcome: Exclude<Outcome<never>, { kind: "ok" }>): string {
  if (outcome.kind === "sign-in") return "Your session has ended. Sign in again.";
  return outcome.code === INSUFFICIENT_PRIVILEGE ? GONE.message : outcome.message;
}
