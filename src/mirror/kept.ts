import type { QueueItem } from "@contracts/queue-item.ts";
import { readDownloads } from "./downloads.ts";
import { waitingItems } from "./outbox.ts";
import type { PersonDatabase, Recording } from "./person-database.ts";
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
  /** Texts that an administrator began to edit and has not saved. */
  drafts: number;
}

export async function readKept(db: PersonDatabase): Promise<Kept> {
  const [entries, downloads, items, recordings, ...drafts] = await Promise.all([
    db.agentLogs.count(),
    readDownloads(db),
    waitingItems(db),
    unsealedRecordings(db),
    db.submissionDrafts.count(),
    db.promptDrafts.count(),
    db.newPromptDrafts.count(),
  ]);
  return {
    entries,
    manuals: downloads.filter(({ state }) => state === "whole").length,
    items,
    recordings,
    drafts: drafts.reduce((sum, count) => sum + count, 0),
  };
}
