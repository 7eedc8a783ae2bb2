import { AUDIO_LIMIT_BYTES } from "@contracts/voice-transcribe.ts";
import { createStore } from "zustand/vanilla";
import type { AudioRecorder, OpenedRecorder, RecordingEnd } from "#capture/audio-recorder.ts";
import type { RecordingSession } from "#outbox/recording-session.ts";
import { isOutOfSpace } from "#platform/out-of-space.ts";
import { createChunkKeeper } from "./chunk-writer.ts";
import type { ForcedEnd, VoiceNotice } from "./voice-notice.ts";

/** A note ends at this size: the last chunks and the form data fit below the server's limit. */
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

/** The recorder of one person: at most one note at a time. It is independent of page renders. */
export type VoiceRecording = ReturnType<typeof createVoiceRecording>;

export interface VoiceRecordingOptions {
  openRecorder: () => Promise<OpenedRecorder>;
  beginNote: (mimeType: string) => Promise<RecordingSession>;
  /**
   * Called when recording begins.
   * @returns is called when the note was stored or discarded, with whether anything was kept
   */
  whileRecording: (recorder: AudioRecorder) => (isKept: boolean) => void;
  notify: (notice: VoiceNotice) => void;
  /**
   * The destination of a recording that ends without Stop. `send`: it is queued as after Stop, and can
   * be taken back for a moment if its page was left. `keep`: it is unfinished until its person
   * decides about it.
   */
  whenNotStopped: "send" | "keep";
}

/** Records a note into the mirror: stores each chunk at once, and seals the note after the last. */
export function createVoiceRecording(options: VoiceRecordingOptions) {
  const { notify } = options;
  const store = createStore<{
    phase: RecordingPhase;
    /** The note that was queued last; null during the next recording, or if there is none. */
    noteId: string | null;
  }>(() => ({ phase: "idle", noteId: null }));
  let recorder: AudioRecorder | null = null;
  let leaving = false;

  function become(phase: RecordingPhase): void {
    store.setState({ phase });
  }

  /**
   * Starts a note; does nothing while there is one.
   * @returns resolves when the note is completely finished
   */
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

  /** Handles one note, from the open microphone until it is queued or is a draft. */
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

    // The page was left while the note was being created: the person was not asked to speak yet.
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
    const place = await finishRecording(note, chooseDestination(end, keeper.kept()));
    after(place !== "empty");
    if (place === "queued" || place === "undoable") store.setState({ noteId: note.id });
    const notice = chooseNotice(note.id, place, end, leaving);
    if (notice !== null) notify(notice);
  }

  function chooseDestination(end: RecordingEnd | ForcedEnd, kept: number): Destination {
    const isStopped = end === "stopped" && !leaving;
    // An empty note needs no undo and no decision: `seal` deletes it.
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
    /** Ends the note and queues it. */
    stop(): void {
      const { phase } = store.getState();
      if (recorder !== null && (phase === "recording" || phase === "paused")) finish(recorder);
    },
    pause(): void {
      if (recorder === null || store.getState().phase !== "recording") return;
      recorder.pause();
      become("paused");
    },
    resume(): void {
      if (recorder === null || store.getState().phase !== "paused") return;
      recorder.resume();
      become("recording");
    },
    /** Called when the page is left: ends the recording as `whenNotStopped` says. */
    leave(): void {
      const { phase } = store.getState();
      if (phase === "idle" || phase === "finishing") return;
      leaving = true;
      if (recorder !== null) finish(recorder);
    },
    /** Shows the progress of a note that was queued elsewhere. */
    follow(noteId: string): void {
      if (store.getState().phase === "idle") store.setState({ noteId });
    },
    /** Recorded length so far, in ms, without pauses. */
    elapsedMs: () => recorder?.elapsedMs() ?? 0,
    /** Current loudness, 0 to 1. */
    level: () => recorder?.level() ?? 0,
  };
}

/** The place for a finished note. `undoable`: queued, and it can be taken back for a moment. */
type Destination = "queue" | "undoable" | "unfinished";

/** The place where a note ended up. `unsealed`: unfinished, because queueing failed. */
type NotePlace = "queued" | "undoable" | "unfinished" | "empty" | "unsealed" | "unsealed-for-space";

/** Moves a note to its destination after its last chunk is written. Never throws. */
async function finishRecording(note: RecordingSession, into: Destination): Promise<NotePlace> {
  try {
    if (into === "unfinished") {
      await note.leave();
      return "unfinished";
    }
    const sealed = await note.seal(into === "undoable" ? "undoable" : undefined);
    return sealed === "queued" && into === "undoable" ? "undoable" : sealed;
  } catch (error) {
    await note.leave();
    return isOutOfSpace(error) ? "unsealed-for-space" : "unsealed";
  }
}

/** The notice about a finished note; null if everything is as the person expects. */
function chooseNotice(
  noteId: string,
  place: NotePlace,
  end: RecordingEnd | ForcedEnd,
  left: boolean,
): VoiceNotice | null {
  if (place === "unsealed-for-space") return { kind: "out-of-space", kept: true };
  if (place === "unsealed") return { kind: "failed" };
  if (end === "out-of-space") return { kind: "out-of-space", kept: place !== "empty" };
  if (end === "failed") return { kind: "failed" };
  if (place === "empty") return left ? null : { kind: "empty" };
  if (place === "undoable") return { kind: "saved", noteId };
  if (place === "unfinished") return { kind: "unfinished", end };
  return end === "stopped" ? null : { kind: end };
}
