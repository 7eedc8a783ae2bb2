import type { VoiceDraft } from "@contracts/voice-draft.ts";
import { TRANSCRIPTION_LIMIT } from "@contracts/voice-transcribe.ts";
import type { PersonDatabase } from "../person-database.ts";
import type {
  DraftPiece,
  DraftWord,
  Recording,
  RecordingChunk,
  SpeechDraft,
} from "./recording-rows.ts";

/** A draft whose work ended this often without a result is given up. */
const MOST_ATTEMPTS = 3;

/** Stands in a text for speech that was not understood. */
export const UNCLEAR_MARK = "[unclear]";

/** The device's own transcription of a recording; undefined when it has not tried. */
export const readDraft = (db: PersonDatabase, id: string) => db.speechDrafts.get(id);

/** The text of a draft; empty when nothing in it was understood. */
export function draftText({ pieces }: Pick<SpeechDraft, "pieces">): string {
  if (pieces.every(({ words }) => words.length === 0)) return "";
  return pieces
    .map(({ words }) => words.map(({ text }) => text).join(" ") || UNCLEAR_MARK)
    .join(" ");
}

/** A whole draft, as it is sent along with its recording; null when there is none with words. */
export async function draftToSend(db: PersonDatabase, id: string): Promise<VoiceDraft | null> {
  const draft = await readDraft(db, id);
  if (draft?.state !== "whole") return null;
  const text = draftText(draft).slice(0, TRANSCRIPTION_LIMIT);
  return text === "" ? null : { text, model: draft.model };
}

/**
 * The recordings on this device that are not understood to their end, the newest first: ids are
 * UUIDv7.
 */
export async function recordingsToUnderstand(db: PersonDatabase): Promise<Recording[]> {
  const recordings = await db.recordings.toArray();
  const drafts = await db.speechDrafts.bulkGet(recordings.map(({ id }) => id));
  return recordings
    .filter((_, place) => (drafts[place]?.state ?? "in-progress") === "in-progress")
    .sort((a, b) => (a.id < b.id ? 1 : -1));
}

/** A recording; undefined when it has arrived or was discarded. */
export const readRecording = (db: PersonDatabase, id: string) => db.recordings.get(id);

/**
 * A recording and its chunks from `seq` on, in the order they were captured, as of one moment: a
 * recording that arrives may lose its chunks.
 */
export async function readRecordingFrom(
  db: PersonDatabase,
  id: string,
  seq: number,
): Promise<{ recording: Recording | undefined; chunks: RecordingChunk[] }> {
  return db.transaction("r", db.recordings, db.recordingChunks, async () => {
    const [recording, chunks] = await Promise.all([
      db.recordings.get(id),
      db.recordingChunks
        .where("[recordingId+seq]")
        .between([id, seq], [id, Number.MAX_SAFE_INTEGER])
        .toArray(),
    ]);
    return { recording, chunks };
  });
}

/**
 * Begins a draft, or goes on with it: counts the attempt, because a device may break at it every
 * time.
 * @returns null when it was tried often enough: it has failed
 */
export async function beginDraft(
  db: PersonDatabase,
  id: string,
  model: string,
): Promise<SpeechDraft | null> {
  return db.transaction("rw", db.speechDrafts, async () => {
    const before = await db.speechDrafts.get(id);
    const attempts = (before?.attempts ?? 0) + 1;
    const isOver = attempts > MOST_ATTEMPTS;
    const draft: SpeechDraft = {
      ...{ id, model, pieces: before?.pieces ?? [], attempts },
      state: isOver ? "failed" : "in-progress",
    };
    await db.speechDrafts.put(draft);
    return isOver ? null : draft;
  });
}

/** Adds a piece behind the others. It is progress: the attempts are counted from here again. */
export async function addDraftPiece(
  db: PersonDatabase,
  id: string,
  piece: DraftPiece,
): Promise<void> {
  await db.transaction("rw", db.speechDrafts, async () => {
    const draft = await db.speechDrafts.get(id);
    if (draft?.state !== "in-progress") return;
    await db.speechDrafts.put({ ...draft, pieces: [...draft.pieces, piece], attempts: 1 });
  });
}

/**
 * Puts what was heard back into the place of a replaced word.
 * @param start of the word's piece @param place of the word in it
 */
export async function undoReplacement(
  db: PersonDatabase,
  id: string,
  { start, place }: { start: number; place: number },
): Promise<void> {
  await db.transaction("rw", db.speechDrafts, async () => {
    const draft = await db.speechDrafts.get(id);
    if (draft === undefined) return;
    const pieces = draft.pieces.map((piece) =>
      piece.start === start ? { ...piece, words: piece.words.map(asHeard) } : piece,
    );
    await db.speechDrafts.put({ ...draft, pieces });
  });

  function asHeard({ heard, ...word }: DraftWord, at: number): DraftWord {
    if (heard === undefined) return word;
    return at === place ? { ...word, text: heard } : { ...word, heard };
  }
}

/** Ends the work on a draft. */
export const endDraft = (db: PersonDatabase, id: string, state: "whole" | "failed") =>
  db.speechDrafts.update(id, { state });

/**
 * Takes back the count of an attempt that ended for a reason outside: the page was closed in order,
 * or the model was removed.
 */
export async function giveBackAttempt(db: PersonDatabase, id: string): Promise<void> {
  await db.transaction("rw", db.speechDrafts, async () => {
    const draft = await db.speechDrafts.get(id);
    if (draft === undefined) return;
    await db.speechDrafts.update(id, { attempts: Math.max(0, draft.attempts - 1) });
  });
}

export const deleteDraft = (db: PersonDatabase, id: string) => db.speechDrafts.delete(id);

/**
 * Deletes the drafts of what is neither on this device nor in its history any more. Locks nothing but
 * the drafts, because recordings and the queue never wait for them.
 */
export async function deleteForeignDrafts(db: PersonDatabase): Promise<void> {
  let ids = await db.speechDrafts.toCollection().primaryKeys();
  // The history last: what arrives meanwhile leaves the queue and enters it at once.
  for (const table of [db.recordings, db.outbox, db.agentLogs]) {
    if (ids.length === 0) return;
    const rows = await table.bulkGet(ids);
    ids = ids.filter((_, place) => rows[place] === undefined);
  }
  await db.speechDrafts.bulkDelete(ids);
}
