import { INSUFFICIENT_PRIVILEGE } from "@contracts/database-code.ts";
import type { RefusalCode } from "@contracts/refusal.ts";
import { AI_NOT_CONFIGURED, type DeviceCode } from "@contracts/refusal-code.ts";
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

/** The title of an unfinished recording: "Unfinished question, 0:07". */
export function unfinishedTitle(recording: { durationMs: number; question?: unknown }): string {
  const kind = recording.question === undefined ? "recording" : "question";
  return `Unfinished ${kind}, ${formatElapsed(recording.durationMs)}`;
}

/** The content of an item in the queue. */
type ItemContent =
  | { kind: "voice"; durationMs: number }
  | { kind: "photo" }
  | { kind: "question"; text: string | null; spoken: { durationMs: number } | null }
  | { kind: "feedback" | "assignment" | "correction" }
  | { kind: "unreadable" };

/** The title of an item: "Voice note, 0:42", "Spoken question, 0:07", "Photo". */
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
    case "assignment":
      return "Job of an entry";
    case "correction":
      return "Correction of a note";
    case "unreadable":
      return "Made with a newer version of the app";
  }
}

/** Sentences by the code of the reason. For other codes the server's own message is shown. */
const REASON_MESSAGES: Readonly<Record<string, string>> = {
  network: "The server can't be reached. It is sent when you are back online.",
  ai_not_configured: "No AI provider is set up yet. It is sent as soon as there is one.",
  ai_failed: "The AI provider gave no answer. It is kept on this device and tried again by itself.",
  rate_limited: "Too much was sent at once. It is tried again by itself.",
  internal: "The server had a problem. It is kept on this device and tried again by itself.",
  in_flight: "The server is still working on it.",
  device: "This device could not send it. It is tried again by itself.",
  sign_in: "Your session has ended. Sign in again with the same account to send it.",
  // The code of a database table that refuses the row.
  [INSUFFICIENT_PRIVILEGE]:
    "The server does not accept this from your account. Ask your administrator.",
  suspended: "Your account is suspended. Ask your administrator.",
  no_agent_access: "You have no access to this agent. Ask your administrator.",
  no_company: "You need to be assigned to a company. Ask your administrator.",
  too_large: "It is too large for the server. Export it to keep it.",
  unsupported_type: "The server takes nothing of this kind. Export it to keep it.",
  undecodable: "The server takes nothing of this kind. Export it to keep it.",
  arrived_elsewhere: "The server has it already, from another account. Export it to keep a copy.",
  malformed: "The server could not read it. Export it to keep it.",
} satisfies Partial<Record<RefusalCode | DeviceCode | typeof INSUFFICIENT_PRIVILEGE, string>>;

/** One sentence: why an item has not arrived yet; null if nothing went wrong. */
export function describeReason({
  state,
  reason,
}: Pick<WordedItem, "state" | "reason">): string | null {
  if (reason === null || state === "sending") return null;
  return REASON_MESSAGES[reason.code] ?? reason.message;
}

/** One sentence: why the server refused an item for good. */
export const describeRefusal = (reason: WordedItem["reason"]): string =>
  describeReason({ state: "needs-attention", reason }) ?? "The server refused it.";
