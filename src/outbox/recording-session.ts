import type { QueueItem } from "@contracts/queue-item.ts";
import type { QuestionPlace } from "../mirror/person/conversation-rows.ts";
import { laneOfQuestions, UNTRIED } from "../mirror/person/outbox/lanes.ts";
import { UNDO_MS } from "../mirror/person/outbox/stored-item.ts";
import type { PersonDatabase } from "../mirror/person/person-database.ts";
import { makingRoom } from "../mirror/person/recordings/make-room.ts";
import type { Recording } from "../mirror/person/recordings/recording-rows.ts";
import {
  addRecording,
  appendChunk,
  deleteUnsealedRecording,
  sealRecording,
} from "../mirror/person/recordings/recordings.ts";
import { recordingLockName } from "../platform/lock-names.ts";
import type { Ports } from "../platform/ports.ts";
import { withJob } from "./chosen-job.ts";

/** A recording in progress. Its writes keep their order. */
export type RecordingSession = Awaited<ReturnType<typeof beginRecording>>;

/**
 * Starts a recording. Its id is created now, so that everything that belongs to it has the same id.
 * @param question the conversation of a spoken question, which is transcribed and asked like a typed
 *   one; none for a voice note
 */
export async function beginRecording(
  db: PersonDatabase,
  ports: Ports,
  mimeType: string,
  question?: QuestionPlace,
) {
  const startedAt = ports.clock.now();
  const id = ports.newId();
  // Read at the same time as the lock is taken, so that the recording does not begin later.
  const job = withJob(db, startedAt);
  // Take the lock first: a recording without a lock would look unfinished.
  const release = await markAlive(ports, id);
  try {
    const itsJob = await job;
    await makingRoom(db, () =>
      addRecording(db, {
        id,
        mimeType,
        startedAt,
        durationMs: 0,
        size: 0,
        state: "recording",
        ...(question !== undefined && { question }),
        ...itsJob,
      }),
    );
  } catch (error) {
    release();
    throw error;
  }
  let seq = 0;
  // A failed chunk does not make later chunks fail: each is stored or not on its own.
  let written: Promise<unknown> = Promise.resolve();

  return {
    /** The id of the recording, its item and its history row. */
    id,
    /**
     * Stores one more chunk. `durationMs` is the recorded length up to its end.
     * @throws when the device is out of space; earlier chunks stay
     */
    append(bytes: ArrayBuffer, durationMs: number): Promise<void> {
      const chunk = seq++;
      const writing = written.then(() =>
        makingRoom(db, () => appendChunk(db, id, chunk, bytes, durationMs)),
      );
      written = writing.catch(() => undefined);
      return writing;
    },
    /**
     * Ends the recording and queues it, once every chunk is written.
     * @param when `undoable`: its person can undo it for some seconds before it is sent
     * @returns `empty` when nothing was captured; then nothing is kept
     */
    async seal(when?: "undoable"): Promise<"queued" | "empty"> {
      await written;
      const until = when === "undoable" ? ports.clock.now() + UNDO_MS : null;
      const sealed = await queueRecording(db, id, until);
      release();
      return sealed;
    },
    /** Ends the recording without queueing it; it is then unfinished. */
    async leave(): Promise<void> {
      await written;
      release();
    },
    /** Ends the recording and deletes it for good. */
    async discard(): Promise<void> {
      await written;
      await deleteUnsealedRecording(db, id);
      release();
    },
  };
}

/**
 * Queues a recording in its present state, as a voice note or a spoken question. It also queues an
 * unfinished recording.
 * @param undoableUntil see `itemOfRecording`
 * @returns `empty` when it holds nothing; then it is deleted
 */
export async function queueRecording(
  db: PersonDatabase,
  id: string,
  undoableUntil: number | null = null,
): Promise<"queued" | "empty"> {
  const sealed = await makingRoom(db, () =>
    sealRecording(db, id, (recording) => itemOfRecording(recording, undoableUntil)),
  );
  if (sealed) return "queued";
  await deleteUnsealedRecording(db, id);
  return "empty";
}

/** Holds a lock as long as the recording tab lives. A recording without this lock is unfinished. */
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

/**
 * The queue item of a recording: a voice note, or a question to be transcribed and asked.
 * @param undoableUntil not sent before this time (epoch ms), so that its person may undo it; null:
 *   sent at once
 */
export function itemOfRecording(recording: Recording, undoableUntil: number | null): QueueItem {
  const { id, startedAt, size, mimeType, durationMs, question, jobId } = recording;
  const job = jobId === undefined ? {} : { jobId };
  return {
    id,
    // Each voice note has a lane of its own, so that voice notes do not wait for each other.
    lane: question ? laneOfQuestions(question.agent, question.conversation) : `voice:${id}`,
    capturedAt: startedAt,
    size,
    payload: question
      ? { kind: "question", ...job, ...question, text: null, spoken: { mimeType, durationMs } }
      : { kind: "voice", ...job, mimeType, durationMs },
    ...UNTRIED,
    due: undoableUntil ?? 0,
    ...(undoableUntil !== null && { undoableUntil }),
  };
}
