import type { RecordingSession } from "#outbox/recording-session.ts";
import {
  createVoiceRecording,
  type VoiceRecording,
  type VoiceRecordingOptions,
} from "../recorder/voice-recording.ts";

/** A recorder of questions: what it hears is queued as one when it is stopped. */
export interface SpokenQuestion extends Omit<VoiceRecording, "pause" | "resume" | "follow"> {
  /** Ends the recording and deletes what was captured. */
  cancel(): void;
}

/** Takes a question from the microphone to the queue, as a voice note is taken there. */
export function createSpokenQuestion(
  options: Omit<VoiceRecordingOptions, "whenNotStopped">,
): SpokenQuestion {
  let cancelled = false;
  const recording = createVoiceRecording({
    ...options,
    // Half a question is asked by nobody.
    whenNotStopped: "keep",
    async beginNote(mimeType) {
      const begun = await options.beginNote(mimeType);
      return {
        ...begun,
        seal: () => (cancelled ? discard(begun) : begun.seal()),
        // It broke off at the moment in which it was cancelled.
        leave: () => (cancelled ? begun.discard() : begun.leave()),
      };
    },
    notify(notice) {
      // Nothing is left of what was cancelled, as its person knows.
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
