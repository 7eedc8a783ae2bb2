import {
  NO_SUMMARY,
  SUMMARY_FAILED,
  voiceTranscribeReplySchema,
} from "@contracts/voice-transcribe.ts";
import type { ItemStatus } from "#mirror/person/outbox/item-status.ts";
import { type ItemProgress, itemProgress } from "#ui/item-progress.ts";

/** The progress of a queued note. */
export type NoteProgress =
  | ItemProgress
  /** `summary` is null if it adds nothing to the transcription. */
  | {
      kind: "heard";
      transcription: string;
      summary: string | null;
      /** Why there is no summary, for the person; null where there is one. */
      noSummary: string | null;
    }
  /** The note was transcribed, and contains no speech. */
  | { kind: "silence" };

/**
 * @param reachable false if the backend is known to be out of reach
 * @returns null if nothing is known about the note any more: it was discarded, or it is very old
 */
export function noteProgress(status: ItemStatus, reachable: boolean): NoteProgress | null {
  const { item, reply, notSetUp } = status;
  if (item !== undefined) {
    const whenNotSetUp = "Saved on this device. Waiting for transcription to be set up.";
    return itemProgress(item, { reachable, notSetUp, whenNotSetUp });
  }
  const parsed = voiceTranscribeReplySchema.safeParse(reply);
  if (!parsed.success) return null;
  const { no_summary, summary_failed } = parsed.data;
  const transcription = parsed.data.transcription.trim();
  const summary = parsed.data.summary.trim();
  if (transcription === "") return { kind: "silence" };
  const noSummary = summary_failed ? SUMMARY_FAILED : no_summary && NO_SUMMARY;
  return {
    ...{ kind: "heard", transcription, noSummary: noSummary ?? null },
    summary: summary === "" || summary === transcription ? null : summary,
  };
}
