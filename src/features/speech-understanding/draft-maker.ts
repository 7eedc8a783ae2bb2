import type { PersonDatabase } from "#mirror/person/person-database.ts";
import type { DraftWord, Recording } from "#mirror/person/recordings/recording-rows.ts";
import { readRecordingBytes } from "#mirror/person/recordings/recordings.ts";
import {
  addDraftPiece,
  beginDraft,
  deleteDraft,
  deleteForeignDrafts,
  endDraft,
  giveBackAttempt,
  readRecording,
  readRecordingFrom,
  recordingsToUnderstand,
} from "#mirror/person/recordings/speech-drafts.ts";
import { watch } from "#mirror/watch.ts";
import { recordingsNow } from "#platform/lock-names.ts";
import type { Locks } from "#platform/ports.ts";
import type { Effort } from "#understanding/speech/speech-messages.ts";
import type { Hearer, Hearing, HearingEnd } from "./hearer.ts";

/** Held by the one tab of the device that understands recordings: the model takes much memory. */
const LOCK = "field-agents-understand-speech";

/** How often is looked whether something else needs the device, in milliseconds. */
const LOOK_EVERY_MS = 1_000;
/** How long the model stays in memory when there is nothing to do, in milliseconds. */
const REST_MS = 60_000;

export interface DraftMakerOptions {
  db: PersonDatabase;
  hearer: Hearer;
  /** The name of the hearer's model. */
  model: string;
  locks: Locks;
  /** Puts words of the company's vocabulary into the place of what sounds like them. */
  correct: (words: readonly DraftWord[]) => Promise<DraftWord[]>;
  /** Decodes a recording that the worker cannot decode; null when this page cannot, either. */
  decode: (recording: ArrayBuffer[]) => Promise<Float32Array<ArrayBuffer> | null>;
  /** Whether this device understands speech faster than it is spoken, even while it records. */
  keepsUp: () => boolean;
  /** Called with what a recording took. */
  measured: (effort: Effort) => void;
  /** Whether something else needs the device now. */
  needsRest: () => Promise<boolean>;
  /** Resolves after `ms`, or as soon as the signal is aborted. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Makes drafts of recordings, newest first, in one tab; nothing ever waits for it.
 * @returns a function that stops it
 */
export function startDraftMaker(options: DraftMakerOptions): () => void {
  const { db, hearer, locks, wait } = options;
  const stop = new AbortController();
  /** Recordings that only the page can decode, once they are whole. */
  const undecodable = new Set<string>();
  let wake = () => {};

  async function work(): Promise<void> {
    while (!stop.signal.aborted) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      try {
        await deleteForeignDrafts(db);
        const waiting = await recordingsToUnderstand(db);
        const next = await firstReady(waiting);
        if (next === null) await rest(woken, waiting.length > 0);
        else if ((await understand(next)) === "no-model") return;
      } catch (error) {
        if (db.hasBeenClosed()) return;
        // For example a full disk. Drafts are worth no notice: the recording is safe.
        console.error("A draft could not be made:", error);
        await wait(REST_MS, stop.signal);
      }
    }
  }

  /**
   * Waits for work; after a while, gives back the model's memory.
   * @param isAnyLive a tab that is killed while it records changes no row: look again
   */
  async function rest(woken: Promise<void>, isAnyLive: boolean): Promise<void> {
    const over = new AbortController();
    const isIdle = await Promise.race([
      woken.then(() => false),
      wait(REST_MS, over.signal).then(() => true),
    ]);
    over.abort();
    if (!isIdle) return;
    hearer.close();
    if (!isAnyLive) await woken;
  }

  /** The first recording that may be begun now; null when there is none. */
  async function firstReady(waiting: readonly Recording[]): Promise<Recording | null> {
    const live = await recordingsNow(locks);
    const mayBegin = ({ id, state }: Recording) =>
      state === "sealed" || !live.has(id) || (options.keepsUp() && !undecodable.has(id));
    return waiting.find(mayBegin) ?? null;
  }

  async function understand({ id }: Recording): Promise<"done" | "no-model"> {
    const draft = await beginDraft(db, id, options.model);
    if (draft === null) return "done";
    const over = new AbortController();
    const end = () => over.abort();
    stop.signal.addEventListener("abort", end);
    void restWhenNeeded(over.signal);
    try {
      const from = draft.pieces.at(-1)?.end ?? 0;
      const result = await hear(id, from, over.signal);
      return await settle(id, result);
    } finally {
      over.abort();
      stop.signal.removeEventListener("abort", end);
    }
  }

  async function hear(id: string, from: number, signal: AbortSignal): Promise<HearingEnd> {
    let written: Promise<unknown> = Promise.resolve();
    function begin(samples: Float32Array<ArrayBuffer> | null): Hearing {
      const hearing = hearer.hear({
        from,
        samples,
        onPiece({ start, end, words, isUnclear }) {
          written = written.then(async () => {
            const shown = isUnclear ? [] : await options.correct(words);
            await addDraftPiece(db, id, { start, end, words: shown });
          });
          written.catch(hearing.cancel);
        },
      });
      signal.addEventListener("abort", hearing.cancel);
      return hearing;
    }
    const hearing = begin(null);
    const isWhole = await feedRecording({ db, id, locks, wait, signal }, hearing);
    let result = await hearing.result;
    if (isUndecodable(result) && !isWhole) {
      undecodable.add(id);
      return { kind: "cancelled" };
    }
    if (isUndecodable(result)) {
      const samples = await options.decode(await readRecordingBytes(db, id)).catch(() => null);
      if (samples !== null) result = await begin(samples).result;
    }
    await written;
    return result;
  }

  async function settle(id: string, result: HearingEnd): Promise<"done" | "no-model"> {
    if (result.kind === "heard") {
      await endDraft(db, id, "whole");
      options.measured(result.effort);
    } else if (result.kind === "cancelled") {
      // It has arrived or was discarded; or the page stops, and the next one goes on.
      if ((await readRecording(db, id)) === undefined) await deleteDraft(db, id);
      else await giveBackAttempt(db, id);
    } else if (result.cause === "undecodable") {
      await endDraft(db, id, "failed");
    } else if (result.cause === "no-model") {
      await giveBackAttempt(db, id);
      return "no-model";
    }
    return "done";
  }

  async function restWhenNeeded(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      hearer.rest(await options.needsRest());
      await wait(LOOK_EVERY_MS, signal);
    }
  }

  // Rejects when the signal is aborted, or when the database was closed because the person signed
  // out.
  void locks.request(LOCK, { signal: stop.signal }, work).catch(() => undefined);
  const endWatch = watch(db, recordingsToUnderstand, () => wake());
  return () => {
    stop.abort();
    wake();
    endWatch();
    hearer.close();
  };
}

function isUndecodable(end: HearingEnd): boolean {
  return end.kind === "failed" && end.cause === "undecodable";
}

/** A tab that is killed while it records changes no row: it is looked for this often (ms). */
const LOOK_AGAIN_MS = 5_000;

interface Source extends Pick<DraftMakerOptions, "db" | "locks" | "wait"> {
  id: string;
  signal: AbortSignal;
}

/**
 * Hands a recording over, also while it is recorded; cancels the hearing if it is gone.
 * @returns whether all of it was handed over; false when the hearing ended before
 */
async function feedRecording(source: Source, hearing: Hearing): Promise<boolean> {
  const { db, id, locks, wait, signal } = source;
  let isOver = false;
  const over = hearing.result.then(() => {
    isOver = true;
  });
  let wake = () => {};
  const endWatch = watch(
    db,
    () => readRecording(db, id),
    (recording) => {
      if (recording === undefined) hearing.cancel();
      wake();
    },
  );
  void over.then(endWatch);
  let next = 0;
  while (!isOver) {
    const woken = new Promise<void>((resolve) => {
      wake = resolve;
    });
    // Before the row, because a tab writes the last chunk before it gives up the lock.
    const live = await recordingsNow(locks);
    const { recording, chunks } = await readRecordingFrom(db, id, next);
    if (recording === undefined) {
      hearing.cancel();
      return false;
    }
    for (const { seq, bytes } of chunks) {
      hearing.add(bytes);
      next = seq + 1;
    }
    if (chunks.length > 0) continue;
    if (recording.state === "sealed" || !live.has(id)) {
      hearing.end();
      return true;
    }
    await Promise.race([woken, over, wait(LOOK_AGAIN_MS, signal)]);
  }
  return false;
}
