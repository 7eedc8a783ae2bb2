import type { MicrophoneFailure, RecordingEnd } from "#capture/audio-recorder.ts";

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

/** The notices about what the person or the system did; all others are about failures. */
const QUIET: readonly VoiceNotice["kind"][] = ["interrupted", "full-length", "saved", "unfinished"];

type Words = readonly [title: string, message: string];

/** The notices whose text is always the same. */
const WORDS: Readonly<Record<Exclude<VoiceNotice["kind"], "microphone" | "out-of-space">, Words>> =
  {
    empty: ["Recording failed", "No audio data captured. Please try again."],
    failed: ["Error", "Failed to process audio. Please try again."],
    interrupted: [
      "Recording stopped",
      "The microphone was disconnected. What was captured is saved.",
    ],
    "full-length": [
      "Recording stopped",
      "This note is as long as a note can be. It is saved; go on in a new one.",
    ],
    saved: ["Recording saved", "It is kept on this device and sent by itself."],
    unfinished: ["Recording stopped", "What was captured is kept on this device and was not sent."],
  };

const NO_MICROPHONE: Readonly<Record<MicrophoneFailure["kind"], Words>> = {
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
};

/** The text of a notice. */
export function noticeText(notice: VoiceNotice): NoticeText {
  const [title, message] = chooseTexts(notice);
  return { title, message, tone: QUIET.includes(notice.kind) ? "status" : "error" };
}

function chooseTexts(notice: VoiceNotice): Words {
  if (notice.kind === "microphone") return NO_MICROPHONE[notice.failure.kind];
  if (notice.kind !== "out-of-space") return WORDS[notice.kind];
  const message = notice.kept
    ? "The recording stopped. What was captured until then is kept."
    : "Nothing could be recorded. Free some space and try again.";
  return ["This device is out of space", message];
}
