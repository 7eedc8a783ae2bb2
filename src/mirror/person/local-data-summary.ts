import { readDownloads } from "./knowledge/downloads.ts";
import { readUnsent } from "./outbox/read-unsent.ts";
import type { PersonDatabase } from "./person-database.ts";
import { keptAudioTotals } from "./recordings/kept-audio.ts";
import { silentRecordings } from "./recordings/silent-audio.ts";

export type LocalDataSummary = Awaited<ReturnType<typeof readLocalDataSummary>>;

/** A summary of a person's data on this device. */
export async function readLocalDataSummary(db: PersonDatabase) {
  const [entries, downloads, unsent, empty, totals] = await Promise.all([
    db.agentLogs.count(),
    readDownloads(db),
    readUnsent(db),
    silentRecordings(db),
    keptAudioTotals(db),
  ]);
  return {
    /** Entries of the history. */
    entries,
    /** Completely downloaded manuals. */
    manuals: downloads.filter(({ state }) => state === "whole").length,
    /** Items that were made here and are not on the server yet. */
    items: unsent.items,
    /** Recordings that were begun and never finished. */
    recordings: [...unsent.unfinished, ...unsent.recording],
    /** Audio in which no speech was recognised; it exists only here. */
    empty,
    /** Arrived recordings that can still be played here. */
    audio: totals.understood,
    /** Texts that the person began to edit and has not saved. */
    drafts: unsent.texts.requests + unsent.texts.prompts + unsent.texts.notes,
  };
}
