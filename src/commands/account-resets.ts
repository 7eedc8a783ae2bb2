import type { ResetAction, ResetUserReply } from "@contracts/account-reset.ts";
import type { Person } from "@contracts/person.ts";
import { type Command, type Failed, failed } from "./command-result.ts";

/** Time limit for the server (ms): setting a password hashes it, which takes long. */
const PATIENCE_MS = 30_000;

/** The result when there was no answer: it may have been done. */
const UNANSWERED: Failed = {
  kind: "failed",
  message: "The server did not answer, so it may or may not be done. Try it once more.",
};

/**
 * Helps a person who cannot sign in. Nothing of it is kept on the device: a temporary password is in
 * the answer alone.
 */
export async function resetPerson(
  { db, backend }: Command<"functions">,
  person: Person,
  action: ResetAction,
): Promise<{ kind: "done"; reply: ResetUserReply } | Failed> {
  const outcome = await backend.functions.resetUser(
    { user_id: person.id, action },
    {
      personId: db.personId,
      key: crypto.randomUUID(),
      signal: AbortSignal.timeout(PATIENCE_MS),
    },
  );
  if (outcome.kind === "ok") return { kind: "done", reply: outcome.value };
  return outcome.kind === "later" && outcome.cause === "network" ? UNANSWERED : failed(outcome);
}
