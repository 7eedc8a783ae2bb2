import { AUDIO_LIMIT_BYTES } from "@contracts/voice-transcribe.ts";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { AudioRecorder, OpenedRecorder, RecordingEnd } from "#capture/audio-recorder.ts";
import type { RecordingSession } from "#outbox/recording-session.ts";
import { isOutOfSpace } from "#platform/out-of-space.ts";
import { createChunkKeeper } from "./chunk-writer.ts";
import { type Destination, noticeOf, putAway } from "./finish-recording.ts";
import type { ForcedEnd, VoiceNotice } from "./voice-notice.ts";

/** A note ends before the server would refuse it: room for the last chunks and the form around it. */
const FULL_LENGTH_BYTES = AUDIO_LIMIT_BYTES - 512 * 1024;

/**
 *   idle -> opening -> recording <-> paused
 *    ^         |            |          |
 *    '---------+------- finishing <----'
 *
 * `opening`: the microphone is being asked for. `finishing`: the last chunk is being kept and the
 * note sealed, or left unfinished.
 */
export type RecordingPhase = "idle" | "opening" | "recording" | "paused" | "finishing";

export interface VoiceRecordingState {
  phase: RecordingPhase;
  /** The note that was queued last; null while the next one is being recorded, or when there is none. */
  noteId: string | null;
}

/** One person's recorder: at most one note at a time. It lives outside of any page's renders. */
export interface VoiceRecording {
  readonly store: StoreApi<VoiceRecordingState>;
  /** Begins a note; does nothing while there is one. @returns when all about that note is over */
  start(): Promise<void>;
  /** Ends the note and queues it. */
  stop(): void;
  pause(): void;
  resume(): void;
  /** The page is being left: ends the recording and keeps what was captured, as `whenLeft` says. */
  leave(): void;
  /** Shows what becomes of a note that was queued elsewhere. */
  follow(noteId: string): void;
  /** Length captured so far, in ms, pauses left out. */
  elapsedMs(): number;
  /** Loudness now, 0 to 1. */
  level(): number;
}

export interface VoiceRecordingOptions {
  openRecorder: () => Promise<OpenedRecorder>;
  beginNote: (mimeType: string) => Promise<RecordingSession>;
  /** Called when recording begins. @returns a function that is called when the note is put away */
  whileRecording: (recorder: AudioRecorder) => () => void;
  notify: (notice: VoiceNotice) => void;
  /**
   * What becomes of a recording that ends without being stopped. `send`: it is queued as if it had
   * been, and can be taken back for a moment where its page was left. `keep`: it is unfinished until
   * its person says what to do with it.
   */
  whenNotStopped: "send" | "keep";
}

/** Takes a note from the microphone to the mirror: each chunk at once, the seal after the last. */
export function createVoiceRecording(options: VoiceRecordingOptions): VoiceRecording {
  const { notify } = options;
  const store = createStore<VoiceRecordingState>(() => ({ phase: "idle", noteId: null }));
  let recorder: AudioRecorder | null = null;
  let leaving = false;

  function become(phase: RecordingPhase): void {
    store.setState({ phase });
  }

  async function start(): Promise<void> {
    if (store.getState().phase !== "idle") return;
    leaving = false;
    become("opening");
    try {
      const opened = await options.openRecorder();
      if (opened.kind !== "open") notify({ kind: "microphone", failure: opened });
      else await take(opened.recorder);
    } catch (error) {
      console.error("Recording broke off:", error);
      notify({ kind: "failed" });
    } finally {
      recorder = null;
      become("idle");
    }
  }

  /** One note, from the open microphone to its place in the queue or among the drafts. */
  async function take(opened: AudioRecorder): Promise<void> {
    if (leaving) {
      opened.stop();
      return;
    }
    let note: RecordingSession;
    try {
      note = await options.beginNote(opened.mimeType);
    } catch (error) {
      opened.stop();
      notify(isOutOfSpace(error) ? { kind: "out-of-space", kept: false } : { kind: "failed" });
      return;
    }

    // The page was left while the note was being begun: nobody was told to speak yet.
    if (leaving) {
      opened.stop();
      await note.discard();
      return;
    }

    let forced: ForcedEnd | null = null;
    function force(cause: ForcedEnd): void {
      forced ??= cause;
      finish(opened);
    }
    const keeper = createChunkKeeper(note, (error) => {
      force(isOutOfSpace(error) ? "out-of-space" : "failed");
    });
    recorder = opened;
    const ended = opened.record((chunk) => {
      keeper.add(chunk);
      if (keeper.captured() > FULL_LENGTH_BYTES) force("full-length");
    });
    store.setState({ phase: "recording", noteId: null });
    const after = options.whileRecording(opened);
    const ownEnd = await ended;
    become("finishing");
    await keeper.finish();
    const end = forced ?? ownEnd;
    const place = await putAway(note, destinationOf(end, keeper.kept()));
    after();
    if (place === "queued" || place === "undoable") store.setState({ noteId: note.id });
    const notice = noticeOf(note.id, place, end, leaving);
    if (notice !== null) notify(notice);
  }

  function destinationOf(end: RecordingEnd | ForcedEnd, kept: number): Destination {
    const isStopped = end === "stopped" && !leaving;
    // With nothing in it there is nothing to take back, or to decide about.
    if (isStopped || kept === 0) return "queue";
    if (options.whenNotStopped === "keep") return "unfinished";
    return end === "stopped" ? "undoable" : "queue";
  }

  function finish(ending: AudioRecorder): void {
    become("finishing");
    ending.stop();
  }

  return {
    store,
    start,
    stop() {
      const { phase } = store.getState();
      if (recorder !== null && (phase === "recording" || phase === "paused")) finish(recorder);
    },
    pause() {
      if (recorder === null || store.getState().phase !== "recording") return;
      recorder.pause();
      become("paused");
    },
    resume() {
      if (recorder === null || store.getState().phase !== "paused") return;
      recorder.resume();
      become("recording");
    },
    leave() {
      const { phase } = store.getState();
      if (phase === "idle" || phase === "finishing") return;
      leaving = true;
      if (recorder !== null) finish(recorder);
    },
    follow(noteId) {
      if (store.getState().phase === "idle") store.setState({ noteId });
    },
    elapsedMs: () => recorder?.elapsedMs() ?? 0,
    level: () => recorder?.level() ?? 0,
  };
}
