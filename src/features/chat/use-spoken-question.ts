import type { QuestionAgent } from "@contracts/question.ts";
import { useEffect, useMemo } from "react";
import { useStore } from "zustand";
import { openAudioRecorder } from "#capture/audio-recorder.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { beginSpokenQuestion } from "#outbox/questions.ts";
import { browserPorts } from "#platform/browser-ports.ts";
import { showError, showStatus } from "#ui/toast.ts";
import {
  type NoticeText,
  noticeText,
  type UnfinishedEnd,
  type VoiceNotice,
} from "../recorder/voice-notice.ts";
import type { RecordingPhase } from "../recorder/voice-recording.ts";
import { whileRecording } from "../recorder/while-recording.ts";
import { createSpokenQuestion, type SpokenQuestion } from "./spoken-question.ts";

/** The recorder of a conversation, and its state. Leaving the page ends the recording. */
export function useSpokenQuestion(
  agent: QuestionAgent,
  conversation: string,
): [SpokenQuestion, RecordingPhase] {
  const db = useMirror();
  const spoken = useMemo(
    () =>
      createSpokenQuestion({
        openRecorder: openAudioRecorder,
        beginNote: (mimeType) =>
          beginSpokenQuestion(db, browserPorts, { agent, conversation, mimeType }),
        whileRecording,
        notify,
      }),
    [db, agent, conversation],
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
