import { doneAt } from "@contracts/log-time.ts";
import {
  type VoiceTranscribeReply,
  voiceTranscribeReplySchema,
} from "@contracts/voice-transcribe.ts";
import { readChanges } from "./entry-changes.ts";
import type { NoteEdit, PersonDatabase } from "./person-database.ts";
import type { SpeechDraft } from "./recordings/recording-rows.ts";

/** The texts of a note at some time. */
export interface NoteVersion {
  /** The id of the change; that of the entry for the texts as they arrived. */
  id: string;
  transcription: string;
  summary: string;
  /** When it was made (epoch ms). */
  time: number;
  /** Whether it is not on the server yet. */
  waits: boolean;
}

/** A voice note of the history, with all that is known of its texts on this device. */
export interface Note {
  id: string;
  valid: NoteVersion;
  /** All versions: the valid one first, the texts as they arrived last. */
  versions: readonly NoteVersion[];
  /** Null: nothing is edited and unsaved. */
  edit: NoteEdit | null;
  /** The server's reply, as long as it is kept. */
  reply: VoiceTranscribeReply | null;
  draft: SpeechDraft | null;
  /** The places of doubtful words that the person has looked at, and kept. */
  checked: readonly number[];
}

/** The ids of the entries of which this device has the server's reply, a draft or an unsaved edit. */
export async function notesKnownHere(db: PersonDatabase): Promise<ReadonlySet<string>> {
  const tables = [db.results, db.speechDrafts, db.noteEdits];
  const ids = await Promise.all(tables.map((table) => table.toCollection().primaryKeys()));
  return new Set(ids.flat());
}

/** @returns null for what is no entry of the history */
export async function readNote(db: PersonDatabase, id: string): Promise<Note | null> {
  const tables = [
    db.agentLogs,
    db.results,
    db.speechDrafts,
    db.noteEdits,
    db.outbox,
    db.entryChanges,
  ];
  return db.transaction("r", tables, async () => {
    const [log, result, draft, edit, changes] = await Promise.all([
      db.agentLogs.get(id),
      db.results.get(id),
      db.speechDrafts.get(id),
      db.noteEdits.get(id),
      readChanges(db, id),
    ]);
    if (log === undefined) return null;
    const reply = voiceTranscribeReplySchema.safeParse(result?.reply).data ?? null;
    const original: NoteVersion = {
      ...{ id, time: doneAt(log), waits: false },
      transcription: log.input_data ?? "",
      // The history row holds only the beginning of a long one.
      summary: reply?.summary ?? log.output_summary ?? "",
    };
    const later = changes
      .filter(({ kind }) => kind === "text")
      .map(({ id, waits, changed_at, transcription, summary }) => ({
        ...{ id, waits, time: Date.parse(changed_at) },
        ...{ transcription: transcription ?? "", summary: summary ?? "" },
      }));
    return {
      ...{ id, reply, edit: edit ?? null, draft: draft ?? null },
      valid: later[0] ?? original,
      versions: [...later, original],
      checked: [...(result?.checked ?? []), ...(draft?.checked ?? [])],
    };
  });
}

type Texts = Pick<NoteVersion, "transcription" | "summary">;

/**
 * Whether a summary was made before the transcription was changed: it belongs to the transcription of
 * the version in which it first appeared.
 * @param versions the later ones first
 */
export function isSummaryOlder(texts: Texts, versions: readonly Texts[]): boolean {
  const first = versions.findLast(({ summary }) => summary === texts.summary);
  return texts.summary !== "" && first !== undefined && first.transcription !== texts.transcription;
}

/**
 * Keeps a text of a note while it is being edited.
 * @param valid the texts that the edit began with: an edit that equals them is none
 */
export async function keepNoteEdit(
  db: PersonDatabase,
  { id, transcription, summary }: NoteEdit,
  typed: Partial<Texts>,
): Promise<void> {
  await db.transaction("rw", db.noteEdits, async () => {
    const edit = { id, transcription, summary, ...(await db.noteEdits.get(id)), ...typed };
    const isSame = edit.transcription === transcription && edit.summary === summary;
    await (isSame ? db.noteEdits.delete(id) : db.noteEdits.put(edit));
  });
}

export const forgetNoteEdit = (db: PersonDatabase, id: string) => db.noteEdits.delete(id);

/** Notes that a person has looked at doubtful words, and kept them. @param places see `Doubt` */
export async function keepDoubtfulWords(
  db: PersonDatabase,
  id: string,
  places: readonly number[],
): Promise<void> {
  await db.transaction("rw", db.results, db.speechDrafts, async () => {
    const [result, draft] = await Promise.all([db.results.get(id), db.speechDrafts.get(id)]);
    const withPlaces = (checked: number[] = []) => [...checked, ...places];
    if (result) await db.results.put({ ...result, checked: withPlaces(result.checked) });
    if (draft) await db.speechDrafts.put({ ...draft, checked: withPlaces(draft.checked) });
  });
}
