import type { QueueItem } from "@contracts/queue-item.ts";
import { readDownloads } from "./downloads.ts";
import type { PersonDatabase, Recording } from "./person-database.ts";
import { readUnsent } from "./unsent.ts";

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
  const [entries, downloads, unsent] = await Promise.all([
    db.agentLogs.count(),
    readDownloads(db),
    readUnsent(db),
  ]);
  return {
    entries,
    manuals: downloads.filter(({ state }) => state === "whole").length,
    items: unsent.items,
    recordings: [...unsent.unfinished, ...unsent.recording],
    drafts: unsent.texts.submissions + unsent.texts.prompts,
  };
}
