import { readDownloads } from "./knowledge/downloads.ts";
import type { WaitingItem } from "./outbox/read-item.ts";
import { readUnsent } from "./outbox/read-unsent.ts";
import type { PersonDatabase } from "./person-database.ts";
import { type AudioTotal, keptAudioTotals } from "./recordings/kept-audio.ts";
import type { KeptAudio, Recording } from "./recordings/recording-rows.ts";
import { silentRecordings } from "./recordings/silent-audio.ts";

/** A summary of a person's data on this device. */
export interface LocalDataSummary {
  /** Entries of the history. */
  entries: number;
  /** Completely downloaded manuals. */
  manuals: number;
  /** Items that were made here and are not on the server yet. */
  items: WaitingItem[];
  /** Recordings that were begun and never finished. */
  recordings: Recording[];
  /** Audio in which no speech was recognised; it exists only here. */
  empty: KeptAudio[];
  /** Arrived recordings that can still be played here. */
  audio: AudioTotal;
  /** Texts that an administrator began to edit and has not saved. */
  drafts: number;
}

export async function readLocalDataSummary(db: PersonDatabase): Promise<LocalDataSummary> {
  const [entries, downloads, unsent, empty, totals] = await Promise.all([
    db.agentLogs.count(),
    readDownloads(db),
    readUnsent(db),
    silentRecordings(db),
    keptAudioTotals(db),
  ]);
  return {
    entries,
    manuals: downloads.filter(({ state }) => state === "whole").length,
    items: unsent.items,
    recordings: [...unsent.unfinished, ...unsent.recording],
    empty,
    audio: totals.understood,
    drafts: unsent.texts.requests + unsent.texts.prompts,
  };
}
