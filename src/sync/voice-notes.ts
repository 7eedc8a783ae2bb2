import type { QueueItem } from "@contracts/queue-item.ts";
import type { PersonDatabase, Recording } from "../mirror/person-database.ts";
import {
  addRecording,
  appendChunk,
  deleteUnsealedRecording,
  readRecording,
  sealRecording,
  unsealedRecordings,
} from "../mirror/recordings.ts";
import { recordingLockName } from "./lock-names.ts";
import type { Ports } from "./ports.ts";

/** A voice note while it is being recorded. Its writes keep their order. */
export interface VoiceNote {
  /** The id it will have everywhere. */
  readonly id: string;
  /**
   * Keeps one more chunk. `durationMs` is the length captured up to its end.
   * @throws when the device is out of space; what was kept before stays
   */
  append(bytes: ArrayBuffer, durationMs: number): Promise<void>;
  /**
   * Ends the note and queues it, once every chunk is written.
   * @returns `empty` when nothing was captured: then there is no note
   */
  seal(): Promise<"queued" | "empty">;
  /** Ends the note without queueing it: it is offered as a draft. */
  leave(): Promise<void>;
}

/** Begins a voice note. The id is minted now, so that everything it causes shares it. */
export async function beginVoiceNote(
  db: PersonDatabase,
  ports: Ports,
  mimeType: string,
): Promise<VoiceNote> {
  const startedAt = ports.clock.now();
  const id = ports.newId();
  // The mark first: a recording seen without it would be taken for an abandoned draft.
  const release = await markAlive(ports, id);
  try {
    await addRecording(db, { id, mimeType, startedAt, durationMs: 0, size: 0, state: "recording" });
  } catch (error) {
    release();
    throw error;
  }
  let seq = 0;
  // A failed chunk does not fail those after it: each is kept or not on its own.
  let written: Promise<unknown> = Promise.resolve();

  return {
    id,
    append(bytes, durationMs) {
      const chunk = seq++;
      const writing = written.then(() => appendChunk(db, id, chunk, bytes, durationMs));
      written = writing.catch(() => undefined);
      return writing;
    },
    async seal() {
      await written;
      const sealed = await keepDraft(db, id);
      release();
      return sealed;
    },
    async leave() {
      await written;
      release();
    },
  };
}

/** Recordings that a killed tab left behind, oldest first; one still being recorded is not among them. */
export async function abandonedDrafts(db: PersonDatabase, ports: Ports): Promise<Recording[]> {
  const drafts = await unsealedRecordings(db);
  if (drafts.length === 0) return [];
  const { held = [] } = await ports.locks.query();
  const alive = new Set(held.map((lock) => lock.name));
  return drafts.filter((draft) => !alive.has(recordingLockName(draft.id)));
}

/** Queues a draft as it is. @returns `empty` when it holds nothing: then it is deleted */
export async function keepDraft(db: PersonDatabase, id: string): Promise<"queued" | "empty"> {
  const recording = await readRecording(db, id);
  if (recording === undefined || recording.size === 0) {
    await deleteUnsealedRecording(db, id);
    return "empty";
  }
  const item: QueueItem = {
    id,
    // Recordings do not wait for each other: each is a lane of its own.
    lane: `voice:${id}`,
    capturedAt: recording.startedAt,
    size: recording.size,
    payload: { kind: "voice", mimeType: recording.mimeType, durationMs: recording.durationMs },
    state: "queued",
    attempts: 0,
    due: 0,
    reason: null,
    steps: {},
  };
  await sealRecording(db, item);
  return "queued";
}

/** Deletes a draft for good. */
export function discardDraft(db: PersonDatabase, id: string): Promise<void> {
  return deleteUnsealedRecording(db, id);
}

/** Holds a lock for as long as the tab that records lives, so that others can tell a draft from a recording. */
function markAlive(ports: Ports, id: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    ports.locks
      .request(
        recordingLockName(id),
        {},
        () => new Promise<void>((release) => resolve(() => release())),
      )
      .catch(reject);
  });
}
