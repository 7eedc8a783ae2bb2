import type { ContactSubmission, ContactSubmissionChange } from "@contracts/contact-submission.ts";
import { type Answer, putRow, replaceRows, showChange, type TakeBack } from "./mirrored-rows.ts";
import type { PersonDatabase, SubmissionDraft } from "./person-database.ts";
import { scopeOf } from "./scopes.ts";

export const SUBMISSIONS_SCOPE = "submissions";

/** Replaces the mirrored requests for early access by all that the server has. */
export function replaceSubmissions(
  db: PersonDatabase,
  answer: Answer<ContactSubmission>,
): Promise<void> {
  return replaceRows(db.submissions, () => true, scopeOf(db, SUBMISSIONS_SCOPE), answer);
}

/** The requests for early access, newest first. */
export async function readSubmissions(db: PersonDatabase): Promise<ContactSubmission[]> {
  return (await db.submissions.orderBy("created_at").toArray()).reverse();
}

export function putSubmission(
  db: PersonDatabase,
  row: ContactSubmission,
  now: number,
): Promise<void> {
  return putRow(db.submissions, row, now);
}

/** Shows a change of a request before the server has confirmed it. */
export function showSubmissionChange(
  db: PersonDatabase,
  id: string,
  change: ContactSubmissionChange,
  now: () => number,
): Promise<TakeBack> {
  return showChange(db.submissions, id, change, now);
}

/** Everything that was written about requests and not saved yet. */
export function readSubmissionDrafts(db: PersonDatabase): Promise<SubmissionDraft[]> {
  return db.submissionDrafts.toArray();
}

/** Keeps what somebody wrote about a request, part by part; null takes a part back. */
export async function keepSubmissionDraft(
  db: PersonDatabase,
  id: string,
  change: Partial<Omit<SubmissionDraft, "id">>,
): Promise<void> {
  await db.transaction("rw", db.submissionDrafts, async () => {
    const before = await db.submissionDrafts.get(id);
    const draft = { notes: null, status: null, ...before, ...change, id };
    if (draft.notes === null && draft.status === null) await db.submissionDrafts.delete(id);
    else await db.submissionDrafts.put(draft);
  });
}
