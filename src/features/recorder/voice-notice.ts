import type { RecordingEnd } from "#capture/audio-recorder.ts";
import type { MicrophoneFailure } from "#capture/open-microphone.ts";

/** Why the app ended a recording although nobody asked for it. */
export type ForcedEnd = "out-of-space" | "failed" | "full-length";

/** A notice about a recording. */
export type VoiceNotice =
  | { kind: "microphone"; failure: MicrophoneFailure }
  /** The recording was stopped before anything was captured. */
  | { kind: "empty" }
  /** The recorder failed, or the device could not store all data; the stored part is kept. */
  | { kind: "failed" }
  /** The device is full. `kept`: whether something was stored before that. */
  | { kind: "out-of-space"; kept: boolean }
  /** The system took the microphone away; what was captured is queued. */
  | { kind: "interrupted" }
  /** The note has reached the maximum length; it is queued. */
  | { kind: "full-length" }
  /** The person left the page. The recording is queued, and can be taken back for a moment. */
  | { kind: "saved"; noteId: string }
  /** The recording ended without Stop; it is kept, but not sent. */
  | { kind: "unfinished"; end: UnfinishedEnd };

/** How an unfinished recording ended by itself; `stopped`: its page was left. */
export type UnfinishedEnd = Exclude<RecordingEnd | ForcedEnd, "out-of-space" | "failed">;

export interface NoticeText {
  title: string;
  message: string;
  tone: "error" | "status";
}

/** The notices whose text is always the same. */
const TEXTS = {
  empty: {
    title: "Recording failed",
    message: "No audio data captured. Please try again.",
    tone: "error",
  },
  failed: {
    title: "Error",
    message: "Failed to process audio. Please try again.",
    tone: "error",
  },
  interrupted: {
    title: "Recording stopped",
    message: "The microphone was disconnected. What was captured is saved.",
    tone: "status",
  },
  "full-length": {
    title: "Recording stopped",
    message: "This note is as long as a note can be. It is saved; go on in a new one.",
    tone: "status",
  },
  saved: {
    title: "Recording saved",
    message: "It is kept on this device and sent by itself.",
    tone: "status",
  },
  unfinished: {
    title: "Recording stopped",
    message: "What was captured is kept on this device and was not sent.",
    tone: "status",
  },
} as const;

/** The title and the message by why there is no microphone. */
const NO_MICROPHONE = {
  denied: ["Microphone access denied", "Please allow microphone access to use voice recording."],
  "no-device": ["No microphone found", "Connect a microphone and try again."],
  unsupported: [
    "Recording is not possible here",
    "Open this page in a current browser, over a secure connection.",
  ],
  failed: [
    "Microphone not available",
    "Another app may be using it. Close that app and try again.",
  ],
} as const;

/** The text of a notice. */
export function noticeText(notice: VoiceNotice): NoticeText {
  if (notice.kind === "microphone") {
    const [title, message] = NO_MICROPHONE[notice.failure.kind];
    return { title, message, tone: "error" };
  }
  if (notice.kind !== "out-of-space") return TEXTS[notice.kind];
  return {
    title: "This device is out of space",
    message: notice.kept
      ? "The recording stopped. What was captured until then is kept."
      : "Nothing could be recorded. Free some space and try again.",
    tone: "error",
  };
}
