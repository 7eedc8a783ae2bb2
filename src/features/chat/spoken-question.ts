import type { QuestionAgent } from "@contracts/question.ts";
import { type RefObject, useEffect, useMemo } from "react";
import { useStore } from "zustand";
import { openAudioRecorder } from "#capture/audio-recorder.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { beginRecording } from "#outbox/recording-session.ts";
import { browserPorts } from "#platform/browser-ports.ts";
import { showError, showStatus } from "#ui/toast.ts";
import {
  type NoticeText,
  noticeText,
  type UnfinishedEnd,
  type VoiceNotice,
} from "../recorder/voice-notice.ts";
import {
  createVoiceRecording,
  type RecordingPhase,
  type VoiceRecordingOptions,
} from "../recorder/voice-recording.ts";
import { whileRecording } from "../recorder/while-recording.ts";

/** A recorder for spoken questions. When it is stopped, the recording is queued as a question. */
export type SpokenQuestion = ReturnType<typeof createSpokenQuestion>;

/** Records a question and queues it, with the same steps as a voice note. */
export function createSpokenQuestion(options: Omit<VoiceRecordingOptions, "whenNotStopped">) {
  let cancelled = false;
  const recording = createVoiceRecording({
    ...options,
    // An interrupted question is incomplete: it is kept as unfinished instead of being sent.
    whenNotStopped: "keep",
    async beginNote(mimeType) {
      const begun = await options.beginNote(mimeType);
      return {
        ...begun,
        async seal() {
          if (!cancelled) return begun.seal();
          await begun.discard();
          return "empty";
        },
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
    /** Ends the recording and deletes what was captured. */
    cancel(): void {
      const { phase } = recording.store.getState();
      if (phase === "idle" || phase === "finishing") return;
      cancelled = true;
      if (phase === "opening") recording.leave();
      else recording.stop();
    },
  };
}

/**
 * The recorder of a conversation, and its state. Leaving the page ends the recording.
 * @param about gives `about` of a question's item
 */
export function useSpokenQuestion(
  agent: QuestionAgent,
  conversation: string,
  about: RefObject<(question: string) => string | undefined>,
): [SpokenQuestion, RecordingPhase] {
  const db = useMirror();
  const spoken = useMemo(
    () =>
      createSpokenQuestion({
        openRecorder: openAudioRecorder,
        beginNote: (mimeType) =>
          beginRecording(db, browserPorts, mimeType, {
            agent,
            conversation,
            about: about.current(""),
          }),
        whileRecording,
        notify,
      }),
    [db, agent, conversation, about],
  );
  const phase = useStore(spoken.store, (state) => state.phase);
  useEffect(() => () => spoken.leave(), [spoken]);
  return [spoken, phase];
}

function notify(notice: VoiceNotice): void {
  const { title, message, tone } = spokenNoticeText(notice);
  if (tone === "error") showError(title, message);
  else showStatus(title, message);
}

const UNFINISHED: Readonly<Record<UnfinishedEnd, string>> = {
  stopped: "You left the page.",
  interrupted: "The microphone was disconnected.",
  "full-length": "This question is as long as one can be.",
};

const NOT_ASKED =
  "Your question is kept on this device and was not asked. Open the status at the top to send or discard it.";

/** The text of a notice about a spoken question. */
export function spokenNoticeText(notice: VoiceNotice): NoticeText {
  const words = noticeText(notice);
  switch (notice.kind) {
    case "microphone":
      return {
        ...words,
        title: "Microphone Error",
        ...(notice.failure.kind === "denied" && { message: "Please allow microphone access" }),
      };
    case "empty":
      return { ...words, title: "Error" };
    case "unfinished":
      return { ...words, message: `${UNFINISHED[notice.end]} ${NOT_ASKED}` };
    default:
      return words;
  }
}
