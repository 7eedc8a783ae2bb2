import { UNDO_MS } from "../mirror/person/outbox/undo.ts";
import type { ConversationPlace, PersonDatabase } from "../mirror/person/person-database.ts";
import { makingRoom } from "../mirror/person/recordings/make-room.ts";
import {
  addRecording,
  appendChunk,
  deleteUnsealedRecording,
  sealRecording,
} from "../mirror/person/recordings/recordings.ts";
import type { Ports } from "../platform/ports.ts";
import { recordingLockName } from "../platform/recording-lock.ts";
import { itemOfRecording } from "./recording-item.ts";

/** Something spoken, while it is being recorded. Its writes keep their order. */
export interface RecordingSession {
  /** The id it will have everywhere. */
  readonly id: string;
  /**
   * Keeps one more chunk. `durationMs` is the length captured up to its end.
   * @throws when the device is out of space; what was kept before stays
   */
  append(bytes: ArrayBuffer, durationMs: number): Promise<void>;
  /**
   * Ends the recording and queues it, once every chunk is written.
   * @param when `undoable`: it is not sent before its person had the time to take it back
   * @returns `empty` when nothing was captured: then nothing is kept
   */
  seal(when?: "undoable"): Promise<"queued" | "empty">;
  /** Ends the recording without queueing it: it is unfinished. */
  leave(): Promise<void>;
  /** Ends the recording and deletes it for good. */
  discard(): Promise<void>;
}

/**
 * Begins a recording. The id is minted now, so that everything it causes shares it.
 * @param question the conversation that a spoken question belongs to; none for a voice note
 */
export async function beginRecording(
  db: PersonDatabase,
  ports: Ports,
  mimeType: string,
  question?: ConversationPlace,
): Promise<RecordingSession> {
  const startedAt = ports.clock.now();
  const id = ports.newId();
  // The mark first: a recording seen without it would be taken for an unfinished one.
  const release = await markAlive(ports, id);
  try {
    await makingRoom(db, () =>
      addRecording(db, {
        id,
        mimeType,
        startedAt,
        durationMs: 0,
        size: 0,
        state: "recording",
        ...(question !== undefined && { question }),
      }),
    );
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
      const writing = written.then(() =>
        makingRoom(db, () => appendChunk(db, id, chunk, bytes, durationMs)),
      );
      written = writing.catch(() => undefined);
      return writing;
    },
    async seal(when) {
      await written;
      const until = when === "undoable" ? ports.clock.now() + UNDO_MS : null;
      const sealed = await queueRecording(db, id, until);
      release();
      return sealed;
    },
    async leave() {
      await written;
      release();
    },
    async discard() {
      await written;
      await deleteUnsealedRecording(db, id);
      release();
    },
  };
}

/**
 * Queues a recording as it is.
 * @param undoableUntil as of its item
 * @returns `empty` when it holds nothing: then it is deleted
 */
export async function queueRecording(
  db: PersonDatabase,
  id: string,
  undoableUntil: number | null,
): Promise<"queued" | "empty"> {
  const sealed = await makingRoom(db, () =>
    sealRecording(db, id, (recording) => itemOfRecording(recording, undoableUntil)),
  );
  if (sealed) return "queued";
  await deleteUnsealedRecording(db, id);
  return "empty";
}

/** Holds a lock for as long as the tab that records lives: without it a recording is unfinished. */
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
