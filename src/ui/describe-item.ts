import { AI_NOT_CONFIGURED } from "@contracts/refusal-code.ts";
import { formatElapsed } from "./format.ts";

/** The state of an item in the queue, and the reason for it. */
interface WordedItem {
  state: keyof typeof STATE_NAMES;
  reason: { code: string; message: string } | null;
  payload?: { kind: string };
}

const STATE_NAMES = {
  queued: "Waiting to send",
  waiting: "Waiting to send",
  sending: "Sending",
  "needs-sign-in": "Sign in to send",
  "needs-attention": "Needs your attention",
} as const;

/** The status of an item, in two or three words. */
export function describeStatus({ state, reason, payload }: WordedItem): string {
  if (state === "waiting" && reason?.code === AI_NOT_CONFIGURED) {
    const work = payload?.kind === "photo" ? "image analysis" : "transcription";
    return `Waiting for ${work} to be set up`;
  }
  return STATE_NAMES[state];
}

/**
 * The title of an unfinished recording: "Unfinished recording, 0:42", "Unfinished question, 0:07".
 */
export function unfinishedTitle(recording: { durationMs: number; question?: unknown }): string {
  const kind = recording.question === undefined ? "recording" : "question";
  return `Unfinished ${kind}, ${formatElapsed(recording.durationMs)}`;
}

/** The content of an item in the queue. */
type ItemContent =
  | { kind: "voice"; durationMs: number }
  | { kind: "photo" }
  | { kind: "question"; text: string | null; spoken: { durationMs: number } | null }
  | { kind: "feedback" }
  | { kind: "unreadable" };

/**
 * The title of an item: "Voice note, 0:42", "Photo", "Question", "Spoken question, 0:07",
 * "Rating of an answer".
 */
export function contentTitle(content: ItemContent): string {
  switch (content.kind) {
    case "voice":
      return `Voice note, ${formatElapsed(content.durationMs)}`;
    case "photo":
      return "Photo";
    case "question":
      return content.spoken === null
        ? "Question"
        : `Spoken question, ${formatElapsed(content.spoken.durationMs)}`;
    case "feedback":
      return "Rating of an answer";
    case "unreadable":
      return "Made with a newer version of the app";
  }
}
