import type { ContactSubmission, ContactSubmissionChange } from "@contracts/contact-submission.ts";
import { putSubmission, showSubmissionChange } from "../mirror/submissions.ts";
import { type Command, type CommandResult, confirmed } from "./command-result.ts";

/** Changes where a request for early access stands, or the notes about it. */
export async function changeSubmission(
  { db, backend, now }: Command<"administration">,
  submission: ContactSubmission,
  change: ContactSubmissionChange,
): Promise<CommandResult> {
  return confirmed(
    await showSubmissionChange(db, submission.id, change, now),
    backend.administration.changeSubmission(db.personId, submission.id, change),
    (changed) => putSubmission(db, changed, now()),
  );
}
