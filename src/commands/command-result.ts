import { INSUFFICIENT_PRIVILEGE } from "@contracts/database-code.ts";
import type { Backend } from "../backend/backend.ts";
import type { Outcome } from "../backend/outcome.ts";
import type { Rollback } from "../mirror/person/lists/mirrored-list.ts";
import type { PersonDatabase } from "../mirror/person/person-database.ts";

/** The result of a command; `message` is shown to the person. */
export type CommandResult = { kind: "done" } | { kind: "failed"; message: string };
export type Failed = Extract<CommandResult, { kind: "failed" }>;

/** The input of a command: the mirror, the parts of the backend that it uses, and the time. */
export interface Command<Part extends keyof Backend> {
  db: PersonDatabase;
  backend: Pick<Backend, Part>;
  /** Epoch ms. */
  now: () => number;
}

/** The input that suits every command of an administrator. */
export type AdministrationCommand = Command<"functions" | "knowledge" | "rows" | "storage">;

/** The result when a row does not exist any more or the person may not change it. */
export const GONE = {
  kind: "failed",
  message: "This is not there any more, or not yours to change.",
} as const satisfies CommandResult;

/** The sentences of a command for codes of a refusal; "gone": for a row that does not exist. */
export type Sentences = Readonly<Record<string, string>>;

/**
 * Waits for the server's answer to an optimistic change: stores the answer in the mirror, or undoes
 * the change if the server refuses it.
 * @param shown undoes the optimistic change
 * @param confirm stores the server's answer
 */
export async function confirmed<T>(
  shown: Rollback,
  sent: Promise<Outcome<T | null>>,
  confirm: (value: T) => Promise<unknown>,
  sentences: Sentences = {},
): Promise<CommandResult> {
  const outcome = await sent;
  if (outcome.kind === "ok" && outcome.value !== null) {
    await confirm(outcome.value);
    return { kind: "done" };
  }
  await shown();
  if (outcome.kind !== "ok") return failed(outcome, sentences);
  return { kind: "failed", message: sentences.gone ?? GONE.message };
}

export function failed(
  outcome: Exclude<Outcome<never>, { kind: "ok" }>,
  sentences: Sentences = {},
): Failed {
  const message = outcome.kind === "sign-in" ? undefined : sentences[outcome.code];
  return { kind: "failed", message: message ?? failureMessage(outcome) };
}

/** The text of a refusal for the person. */
export function failureMessage(outcome: Exclude<Outcome<never>, { kind: "ok" }>): string {
  if (outcome.kind === "sign-in") return "Your session has ended. Sign in again.";
  return outcome.code === INSUFFICIENT_PRIVILEGE ? GONE.message : outcome.message;
}
