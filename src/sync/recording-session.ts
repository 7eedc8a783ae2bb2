import type { QueueItem } from "@contracts/queue-item.ts";
import { makingRoom } from "../mirror/make-room.ts";
import type { PersonDatabase, Recording } from "../mirror/person-database.ts";
import {
  addRecording,
  appendChunk,
  deleteUnsealedRecording,
  sealRecording,
} from "../mirror/recordings.ts";
import { recordingLockName } from "./lock-names.ts";
import type { Ports } from "./ports.ts";

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
   * @returns `empty` when nothing was captured: then nothing is kept
   */
  seal(): Promise<"queued" | "empty">;
  /** Ends the recording without queueing it: it is offered as a draft. */
  leave(): Promise<void>;
  /** Ends the recording and deletes it for good. */
  discard(): Promise<void>;
}

/** What a sealed recording is queued as. */
export type ItemOfRecording = (recording: Recording) => QueueItem;

/** Begins a recording. The id is minted now, so that everything it causes shares it. */
export async function beginRecording(
  db: PersonDatabase,
  ports: Ports,
  mimeType: string,
  itemOf: ItemOfRecording,
): Promise<RecordingSession> {
  const startedAt = ports.clock.now();
  const id = ports.newId();
  // The mark first: a recording seen without it would be taken for an abandoned draft.
  const release = await markAlive(ports, id);
  try {
    await makingRoom(db, () =>
      addRecording(db, { id, mimeType, startedAt, durationMs: 0, size: 0, state: "recording" }),
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
    async seal() {
      await written;
      const sealed = await queueRecording(db, id, itemOf);
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

/** Queues a recording as it is. @returns `empty` when it holds nothing: then it is deleted */
export async function queueRecording(
  db: PersonDatabase,
  id: string,
  itemOf: ItemOfRecording,
): Promise<"queued" | "empty"> {
  if (await makingRoom(db, () => sealRecording(db, id, itemOf))) return "queued";
  await deleteUnsealedRecording(db, id);
  return "empty";
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
