import { useEffect } from "react";
import { useStore } from "zustand";
import type { VoiceRecording, VoiceRecordingState } from "#features/recorder/voice-recording.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { voiceRecordingOf } from "./browser-voice-recording.ts";

/** The person's recorder and its state. Leaving the page ends the recording. */
export function useVoiceRecording(): [VoiceRecording, VoiceRecordingState] {
  const recording = voiceRecordingOf(useMirror());
  const state = useStore(recording.store);
  useEffect(() => () => recording.leave(), [recording]);
  return [recording, state];
}
