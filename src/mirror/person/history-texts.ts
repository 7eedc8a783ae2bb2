import { doneAt } from "@contracts/log-time.ts";
import { waitingItems } from "./outbox/outbox.ts";
import type { WaitingItem } from "./outbox/read-item.ts";
import type { PersonDatabase } from "./person-database.ts";
import { draftText } from "./recordings/speech-drafts.ts";

/** An entry of the history: all words by which it can be found, and when it was made (epoch ms). */
export interface HistoryText {
  id: string;
  text: string;
  time: number;
}

/**
 * The texts of the person's history on this device: of entries on the server, of work that waits to
 * be sent, and what this device understood of recordings.
 */
export async function readHistoryTexts(db: PersonDatabase): Promise<HistoryText[]> {
  const tables = [db.agentLogs, db.outbox, db.recordings, db.speechDrafts];
  return db.transaction("r", tables, async () => {
    const [logs, items, recordings, drafts] = await Promise.all([
      db.agentLogs.toArray(),
      waitingItems(db),
      db.recordings.toArray(),
      db.speechDrafts.toArray(),
    ]);
    const understood = new Map(drafts.map((draft) => [draft.id, draftText(draft)]));
    const known = new Map<string, HistoryText>();
    const add = (id: string, time: number, ...texts: (string | null | undefined)[]) =>
      known.set(id, { id, time, text: [...texts, understood.get(id) ?? ""].join("\n") });
    for (const { id, startedAt } of recordings) add(id, startedAt);
    for (const item of items) add(item.id, item.capturedAt, writtenText(item));
    for (const log of logs) add(log.id, doneAt(log), log.output_summary, log.input_data);
    return [...known.values()];
  });
}

function writtenText({ payload }: WaitingItem): string | null {
  if (payload.kind === "question") return payload.text;
  return payload.kind === "photo" ? payload.note : null;
}
