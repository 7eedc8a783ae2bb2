import type {
  EarlyAccessRequest,
  EarlyAccessRequestChange,
} from "@contracts/early-access-request.ts";
import type { PersonDatabase } from "../person-database.ts";
import type { RequestDraft } from "./draft-rows.ts";
import { type Answer, replaceRows } from "./replace-rows.ts";

export const REQUESTS_SCOPE = "submissions";

/**
 * Replaces the mirrored requests for early access by all requests on the server. Deletes drafts
 * whose content the server already has: they were saved, but the reply was lost.
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

/** All unsaved drafts about requests. */
export function readRequestDrafts(db: PersonDatabase): Promise<RequestDraft[]> {
  return db.submissionDrafts.toArray();
}

/** The unsaved draft about one request. */
export function readRequestDraft(
  db: PersonDatabase,
  id: string,
): Promise<RequestDraft | undefined> {
  return db.submissionDrafts.get(id);
}

/** Stores parts of a draft about a request; null removes a part. */
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

/** Stores notes while they are being typed. @param saved the saved notes that the page shows */
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

/** Removes the parts of a draft that the server has by now. */
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

/**
 * Deletes the draft of saved notes. Text typed meanwhile stays, as a draft based on the saved
 * notes.
 */
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
