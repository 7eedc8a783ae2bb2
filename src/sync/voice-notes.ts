import type { QueueItem } from "@contracts/queue-item.ts";
import { makingRoom } from "../mirror/make-room.ts";
import type { PersonDatabase, Recording } from "../mirror/person-database.ts";
import { deleteUnsealedRecording, unsealedRecordings } from "../mirror/recordings.ts";
import { queueAgain } from "../mirror/send-again.ts";
import { recordingLockName } from "./lock-names.ts";
import type { Ports } from "./ports.ts";
import { beginRecording, queueRecording, type RecordingSession } from "./recording-session.ts";

/** Begins a voice note. */
export function beginVoiceNote(
  db: PersonDatabase,
  ports: Ports,
  mimeType: string,
): Promise<RecordingSession> {
  return beginRecording(db, ports, mimeType, voiceItem);
}

/** Recordings that a killed tab left behind, oldest first; one still being recorded is not among them. */
export async function abandonedDrafts(db: PersonDatabase, ports: Ports): Promise<Recording[]> {
  const drafts = await unsealedRecordings(db);
  if (drafts.length === 0) return [];
  const { held = [] } = await ports.locks.query();
  const alive = new Set(held.map((lock) => lock.name));
  return drafts.filter((draft) => !alive.has(recordingLockName(draft.id)));
}

/** Queues a draft as a voice note. @returns `empty` when it holds nothing: then it is deleted */
export function keepDraft(db: PersonDatabase, id: string): Promise<"queued" | "empty"> {
  return queueRecording(db, id, voiceItem);
}

/** Deletes a draft for good. */
export function discardDraft(db: PersonDatabase, id: string): Promise<void> {
  return deleteUnsealedRecording(db, id);
}

/**
 * Sends a recording again in which no speech was recognised, as a voice note of its own; a second tap
 * changes nothing.
 * @returns the id that it has everywhere; null when its sound is not on this device any more
 * @throws when the device is out of space (`QuotaExceededError`): nothing is changed then
 */
export function sendNoteAgain(
  db: PersonDatabase,
  ports: Ports,
  id: string,
): Promise<string | null> {
  const newId = ports.newId();
  return makingRoom(db, () => queueAgain(db, id, newId, voiceItem));
}

function voiceItem(recording: Recording): QueueItem {
  const { id, mimeType, startedAt, durationMs, size } = recording;
  return {
    id,
    // Recordings do not wait for each other: each is a lane of its own.
    lane: `voice:${id}`,
    capturedAt: startedAt,
    size,
    payload: { kind: "voice", mimeType, durationMs },
    state: "queued",
    attempts: 0,
    due: 0,
    reason: null,
    steps: {},
  };
}
