import { doneAt } from "@contracts/log-time.ts";
import { applyChanges, readAllChanges, validJob } from "./entry-changes.ts";
import { jobText } from "./lists/jobs.ts";
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
  const tables = [
    db.agentLogs,
    db.entryChanges,
    db.jobs,
    db.outbox,
    db.recordings,
    db.speechDrafts,
  ];
  return db.transaction("r", tables, async () => {
    const [logs, changes, jobs, items, recordings, drafts] = await Promise.all([
      db.agentLogs.toArray(),
      readAllChanges(db),
      db.jobs.toArray(),
      waitingItems(db),
      db.recordings.toArray(),
      db.speechDrafts.toArray(),
    ]);
    const understood = new Map(drafts.map((draft) => [draft.id, draftText(draft)]));
    const known = new Map<string, HistoryText>();
    const add = (id: string, time: number, ...texts: (string | null | undefined)[]) =>
      known.set(id, { id, time, text: [...texts, understood.get(id) ?? ""].join("\n") });
    const job = new Map(jobs.map((each) => [each.id, jobText(each)]));
    for (const { id, startedAt, jobId } of recordings) add(id, startedAt, job.get(jobId ?? ""));
    for (const item of items) {
      const { id, capturedAt, payload } = item;
      const jobId = validJob("jobId" in payload ? payload.jobId : null, changes.get(id));
      add(id, capturedAt, writtenText(item), job.get(jobId ?? ""));
    }
    for (const log of applyChanges(logs, changes)) {
      add(log.id, doneAt(log), log.output_summary, log.input_data, job.get(log.job_id ?? ""));
    }
    return [...known.values()];
  });
}

function writtenText({ payload }: WaitingItem): string | null {
  if (payload.kind === "question") return payload.text;
  return payload.kind === "photo" ? payload.note : null;
}
