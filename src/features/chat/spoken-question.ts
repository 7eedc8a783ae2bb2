import type { RecordingSession } from "#outbox/recording-session.ts";
import {
  createVoiceRecording,
  type VoiceRecording,
  type VoiceRecordingOptions,
} from "../recorder/voice-recording.ts";

/** A recorder for spoken questions. When it is stopped, the recording is queued as a question. */
export interface SpokenQuestion extends Omit<VoiceRecording, "pause" | "resume" | "follow"> {
  /** Ends the recording and deletes what was captured. */
  cancel(): void;
}

/** Records a question and queues it, with the same steps as a voice note. */
export function createSpokenQuestion(
  options: Omit<VoiceRecordingOptions, "whenNotStopped">,
): SpokenQuestion {
  let cancelled = false;
  const recording = createVoiceRecording({
    ...options,
    // An interrupted question is incomplete: it is kept as unfinished instead of being sent.
    whenNotStopped: "keep",
    async beginNote(mimeType) {
      const begun = await options.beginNote(mimeType);
      return {
        ...begun,
        seal: () => (cancelled ? discard(begun) : begun.seal()),
        // The recording was interrupted at the moment when the person cancelled it.
        leave: () => (cancelled ? begun.discard() : begun.leave()),
      };
    },
    notify(notice) {
      // A cancelled question is deleted, and the person knows it: no notice.
      if (!cancelled) options.notify(notice);
    },
  });
  return {
    ...recording,
    start() {
      if (recording.store.getState().phase === "idle") cancelled = false;
      return recording.start();
    },
    cancel() {
      const { phase } = recording.store.getState();
      if (phase === "idle" || phase === "finishing") return;
      cancelled = true;
      if (phase === "opening") recording.leave();
      else recording.stop();
    },
  };
}

async function discard(begun: RecordingSession): Promise<"empty"> {
  await begun.discard();
  return "empty";
}
