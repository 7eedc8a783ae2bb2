import type { QueueItem } from "@contracts/queue-item.ts";
import { readDownloads } from "./downloads.ts";
import { type AudioTotal, emptyRecordings, keptAudioTotals } from "./kept-audio.ts";
import { waitingItems } from "./outbox.ts";
import type { KeptAudio, PersonDatabase, Recording } from "./person-database.ts";
import { unsealedRecordings } from "./recordings.ts";

/** What this device keeps of a person. */
export interface Kept {
  /** Entries of the history. */
  entries: number;
  /** Manuals that were downloaded whole. */
  manuals: number;
  /** Made here and not on the server yet. */
  items: QueueItem[];
  /** Recordings that were begun and never finished. */
  recordings: Recording[];
  /** Of these no word was recognised: they are nowhere else either. */
  empty: KeptAudio[];
  /** Recordings that arrived, and can still be heard here. */
  audio: AudioTotal;
  /** Texts that an administrator began to edit and has not saved. */
  drafts: number;
}

export async function readKept(db: PersonDatabase): Promise<Kept> {
  const [entries, downloads, items, recordings, empty, totals, ...drafts] = await Promise.all([
    db.agentLogs.count(),
    readDownloads(db),
    waitingItems(db),
    unsealedRecordings(db),
    emptyRecordings(db),
    keptAudioTotals(db),
    db.submissionDrafts.count(),
    db.promptDrafts.count(),
    db.newPromptDrafts.count(),
  ]);
  return {
    entries,
    manuals: downloads.filter(({ state }) => state === "whole").length,
    items,
    recordings,
    empty,
    audio: totals.understood,
    drafts: drafts.reduce((sum, count) => sum + count, 0),
  };
}
