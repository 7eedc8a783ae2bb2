import { voiceTranscribeReplySchema } from "@contracts/voice-transcribe.ts";
import type { ItemStatus } from "#mirror/person/outbox/item-status.ts";
import { type ItemProgress, itemProgress } from "#ui/item-progress.ts";

/** What has become of a note that was queued. */
export type NoteProgress =
  | ItemProgress
  /** `summary` is null when it says nothing that the transcription does not. */
  | { kind: "heard"; transcription: string; summary: string | null }
  /** Transcribed, and nothing was said. */
  | { kind: "silence" };

const SAVED_NOT_SET_UP = "Saved on this device. Waiting for transcription to be set up.";

/**
 * @param reachable false when the backend is known to be out of reach
 * @returns null when nothing is known of the note any more: it was discarded, or is long gone
 */
export function noteProgress(status: ItemStatus, reachable: boolean): NoteProgress | null {
  const { item, reply, notSetUp } = status;
  if (item === undefined) return heard(reply);
  return itemProgress(item, { reachable, notSetUp, whenNotSetUp: SAVED_NOT_SET_UP });
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
