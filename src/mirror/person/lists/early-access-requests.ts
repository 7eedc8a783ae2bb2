import type {
  EarlyAccessRequest,
  EarlyAccessRequestChange,
} from "@contracts/early-access-request.ts";
import type { PersonDatabase, RequestDraft } from "../person-database.ts";
import { type Answer, replaceRows } from "./replace-rows.ts";

export const REQUESTS_SCOPE = "submissions";

/**
 * Replaces the mirrored requests for early access by all that the server has. Of the drafts, what it
 * has already goes: it arrived, and only the answer to that was lost.
 */
export async function replaceEarlyAccessRequests(
  db: PersonDatabase,
  answer: Answer<EarlyAccessRequest>,
): Promise<void> {
  const { submissions, submissionDrafts, scopes } = db;
  await db.transaction("rw", submissions, submissionDrafts, scopes, async () => {
    const scope = { name: REQUESTS_SCOPE, holds: () => true };
    const replaced = await replaceRows(db, submissions, scope, answer);
    if (replaced === null) return;
    const drafts = await submissionDrafts.toArray();
    if (drafts.length === 0) return;
    const rows = new Map(replaced.brought.map((row) => [row.id, row]));
    for (const { id } of drafts) {
      const row = rows.get(id);
      if (row !== undefined) await settleRequestDraft(db, id, row);
    }
  });
}

/** The requests for early access, newest first. */
export async function readEarlyAccessRequests(db: PersonDatabase): Promise<EarlyAccessRequest[]> {
  return (await db.submissions.orderBy("created_at").toArray()).reverse();
}

/** Everything that was written about requests and not saved yet. */
export function readRequestDrafts(db: PersonDatabase): Promise<RequestDraft[]> {
  return db.submissionDrafts.toArray();
}

/** What was written about one request and not saved yet. */
export function readRequestDraft(
  db: PersonDatabase,
  id: string,
): Promise<RequestDraft | undefined> {
  return db.submissionDrafts.get(id);
}

/** Keeps what somebody wrote about a request, part by part; null takes a part back. */
export async function keepRequestDraft(
  db: PersonDatabase,
  id: string,
  change: Partial<Omit<RequestDraft, "id">>,
): Promise<void> {
  await db.transaction("rw", db.submissionDrafts, async () => {
    const before = await db.submissionDrafts.get(id);
    const draft = { notes: null, notesBefore: null, status: null, ...before, ...change, id };
    if (draft.notes === null && draft.status === null) await db.submissionDrafts.delete(id);
    else await db.submissionDrafts.put(draft);
  });
}

/** Keeps notes as they are being typed. @param saved the notes as they are shown to be saved */
export async function keepNotesDraft(
  db: PersonDatabase,
  id: string,
  notes: string,
  saved: string,
): Promise<void> {
  await db.transaction("rw", db.submissionDrafts, async () => {
    const before = await db.submissionDrafts.get(id);
    const isBegun = before !== undefined && before.notes !== null;
    const draft = notes === saved ? null : notes;
    await keepRequestDraft(db, id, {
      notes: draft,
      notesBefore: draft === null ? null : isBegun ? before.notesBefore : saved,
    });
  });
}

/** Lets go of what a draft holds as the server has it by now. */
export async function settleRequestDraft(
  db: PersonDatabase,
  id: string,
  saved: EarlyAccessRequestChange,
): Promise<void> {
  await db.transaction("rw", db.submissionDrafts, async () => {
    const draft = await db.submissionDrafts.get(id);
    if (draft === undefined) return;
    const isStatus = saved.status !== undefined && draft.status === saved.status;
    const isNotes = saved.notes !== undefined && draft.notes === (saved.notes ?? "");
    if (!isStatus && !isNotes) return;
    await keepRequestDraft(db, id, {
      ...(isStatus && { status: null }),
      ...(isNotes && { notes: null, notesBefore: null }),
    });
  });
}

/** Notes were saved: their draft goes; what was typed on meanwhile stays, and goes on from there. */
export async function settleSavedNotes(
  db: PersonDatabase,
  id: string,
  saved: string,
): Promise<void> {
  await db.transaction("rw", db.submissionDrafts, async () => {
    const draft = await db.submissionDrafts.get(id);
    if (draft === undefined || draft.notes === null) return;
    const isAll = draft.notes === saved;
    await keepRequestDraft(
      db,
      id,
      isAll ? { notes: null, notesBefore: null } : { notesBefore: saved },
    );
  });
}
