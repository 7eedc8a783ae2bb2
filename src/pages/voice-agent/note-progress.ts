import type { QueueItem } from "@contracts/queue-item.ts";
import { voiceTranscribeReplySchema } from "@contracts/voice-transcribe.ts";
import { reasonWords } from "../../ui/item-words.ts";

/** What has become of a note that was queued. */
export type NoteProgress =
  /** On its way, or at work at the other end. */
  | { kind: "processing" }
  /** Safe on the device, and sent by itself when that is possible. */
  | { kind: "saved"; message: string }
  /** The server refused it for good; the person must look. */
  | { kind: "refused"; message: string }
  /** `summary` is null when it says nothing that the transcription does not. */
  | { kind: "heard"; transcription: string; summary: string | null }
  /** Transcribed, and nothing was said. */
  | { kind: "silence" };

export interface NoteStanding {
  /** Undefined when it arrived, or was discarded. */
  item: QueueItem | undefined;
  /** The server's reply, as it was stored; undefined when there is none. */
  reply: unknown;
  /** Some note waits because nothing is set up to transcribe; so do those that were not tried yet. */
  notSetUp: boolean;
}

/** The server's code for: no AI provider is set up. */
export const NOT_SET_UP = "ai_not_configured";

const SAVED_OFFLINE = "Saved on this device. It will be sent when you are back online.";
const SAVED_NOT_SET_UP = "Saved on this device. Waiting for transcription to be set up.";
const SAVED_BUSY = "Saved on this device. It could not be sent yet and will be tried again.";
const SAVED_SIGNED_OUT = "Saved on this device. Sign in again to send it.";

/** What there is to say of a note that was just queued, before more is known of it. */
export function queuedProgress(reachable: boolean): NoteProgress {
  return reachable ? { kind: "processing" } : { kind: "saved", message: SAVED_OFFLINE };
}

/**
 * @param reachable false when the backend is known to be out of reach
 * @returns null when nothing is known of the note any more: it was discarded, or is long gone
 */
export function noteProgress(standing: NoteStanding, reachable: boolean): NoteProgress | null {
  const { item } = standing;
  if (item === undefined) return heard(standing.reply);
  switch (item.state) {
    case "needs-attention":
      return { kind: "refused", message: reasonWords(item) ?? "The server refused it." };
    case "needs-sign-in":
      return { kind: "saved", message: SAVED_SIGNED_OUT };
    case "queued":
    case "sending":
      // Also while it is tried once more, or the page would flicker with every attempt.
      if (reachable && (standing.notSetUp || item.reason?.code === NOT_SET_UP)) {
        return { kind: "saved", message: SAVED_NOT_SET_UP };
      }
      return queuedProgress(reachable);
    case "waiting":
      return waiting(item.reason?.code, reachable);
  }
}

function waiting(reasonCode: string | undefined, reachable: boolean): NoteProgress {
  if (reasonCode === NOT_SET_UP) return { kind: "saved", message: SAVED_NOT_SET_UP };
  if (!reachable || reasonCode === "network") return { kind: "saved", message: SAVED_OFFLINE };
  // An earlier attempt is still at work on the server; its answer is fetched by the next one.
  if (reasonCode === "in_flight") return { kind: "processing" };
  return { kind: "saved", message: SAVED_BUSY };
}

function heard(reply: unknown): NoteProgress | null {
  const parsed = voiceTranscribeReplySchema.safeParse(reply);
  if (!parsed.success) return null;
  const transcription = parsed.data.transcription.trim();
  const summary = parsed.data.summary.trim();
  if (transcription === "") return { kind: "silence" };
  const adds = summary !== "" && summary !== transcription;
  return { kind: "heard", transcription, summary: adds ? summary : null };
}
