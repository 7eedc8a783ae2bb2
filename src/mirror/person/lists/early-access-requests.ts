import {
  type EarlyAccessRequest,
  type EarlyAccessRequestChange,
  earlyAccessRequestSchema,
} from "@contracts/early-access-request.ts";
import type { PersonDatabase } from "../person-database.ts";
import type { RequestDraft } from "./draft-rows.ts";
import { newestFirst, rowsLike, type ServerList, WHOLE } from "./server-list.ts";

/** The requests for early access, newest first. */
export const EARLY_ACCESS_REQUESTS: ServerList<EarlyAccessRequest, []> = {
  name: "submissions",
  ...rowsLike("contact_form_submissions", earlyAccessRequestSchema),
  order: ["-created_at", "id"],
  match: WHOLE,
  mirror: (db) => db.submissions,
  compare: newestFirst,
  settle: { tables: (db) => [db.submissionDrafts], run: settleArrivedRequests },
};

/** Deletes drafts whose content the server already has: they were saved, but the reply was lost. */
async function settleArrivedRequests(
  db: PersonDatabase,
  brought: readonly EarlyAccessRequest[],
): Promise<void> {
  const drafts = await db.submissionDrafts.toArray();
  for (const { id } of drafts) {
    const row = brought.find((each) => each.id === id);
    if (row !== undefined) await settleRequestDraft(db, id, row);
  }
}

/** All unsaved drafts about requests. */
export const readRequestDrafts = (db: PersonDatabase) => db.submissionDrafts.toArray();

/** The unsaved draft about one request. */
export const readRequestDraft = (db: PersonDatabase, id: string) => db.submissionDrafts.get(id);

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
