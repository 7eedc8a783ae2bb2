import type { ChangePayload, EntryChange } from "@contracts/entry-change.ts";
import type { QueueItem } from "@contracts/queue-item.ts";
import { type Answer, replaceRows } from "./lists/replace-rows.ts";
import { addItem, LAST_ID, laneOfChanges, rowsOfLane } from "./outbox/lanes.ts";
import { parseItem } from "./outbox/read-item.ts";
import type { StoredItem } from "./outbox/stored-item.ts";
import type { MirroredAgentLog, PersonDatabase } from "./person-database.ts";

/** Name of the scope that holds the changes of the person's entries. */
export const CHANGES_SCOPE = "entry changes";

/** A change without the number that it gets among the changes of its entry. */
type WithoutRevision<Payload> = Payload extends unknown ? Omit<Payload, "revision"> : never;

/** A change of an entry that is to be queued. */
export type NewChange = Omit<QueueItem, "payload" | "lane"> & {
  payload: WithoutRevision<ChangePayload>;
};

/** A change of an entry: on the server, or (`waits`) still in this device's queue. */
export type KnownChange = Pick<
  EntryChange,
  "id" | "entry_id" | "kind" | "job_id" | "transcription" | "summary" | "revision" | "changed_at"
> & { waits: boolean };

/**
 * Queues a change of an entry. It gets a higher number than every earlier one that this device knows,
 * and so is the valid one, even after the clock was set back.
 */
export async function addChange(db: PersonDatabase, change: NewChange): Promise<void> {
  const { entryId } = change.payload;
  await db.transaction("rw", db.outbox, db.entryChanges, db.noteEdits, async () => {
    const known = await readChanges(db, entryId);
    const last = Math.max(0, ...known.map(({ revision }) => revision));
    const payload = { ...change.payload, revision: Math.max(change.capturedAt, last + 1) };
    await addItem(db, { ...change, lane: laneOfChanges(entryId), payload });
    if (payload.kind === "correction") await db.noteEdits.delete(entryId);
  });
}

/** All changes of an entry, those that wait to be sent included: the valid one of each kind is the first. */
export async function readChanges(db: PersonDatabase, entryId: string): Promise<KnownChange[]> {
  return db.transaction("r", db.outbox, db.entryChanges, async () => {
    const [stored, waiting] = await Promise.all([
      db.entryChanges.where("entry_id").equals(entryId).toArray(),
      rowsOfLane(db, { lane: laneOfChanges(entryId) }),
    ]);
    return ordered(stored, waiting);
  });
}

/** The changes of all entries by the id of the entry: the valid one of each kind is the first. */
export async function readAllChanges(db: PersonDatabase): Promise<Map<string, KnownChange[]>> {
  return db.transaction("r", db.outbox, db.entryChanges, async () => {
    const [stored, waiting] = await Promise.all([
      db.entryChanges.toArray(),
      db.outbox
        .where("[lane+id]")
        .between([laneOfChanges(""), ""], [laneOfChanges(LAST_ID), LAST_ID])
        .toArray(),
    ]);
    const changes = new Map<string, KnownChange[]>();
    for (const change of ordered(stored, waiting)) {
      changes.set(change.entry_id, [...(changes.get(change.entry_id) ?? []), change]);
    }
    return changes;
  });
}

/** An entry of the history as it is valid now. */
export interface Entry extends MirroredAgentLog {
  /** When the person last changed its texts (ISO 8601); missing if they are as they arrived. */
  editedAt?: string;
}

/** Entries with the job and the texts that were chosen and written last. */
export function applyChanges(
  logs: readonly MirroredAgentLog[],
  changes: ReadonlyMap<string, readonly KnownChange[]>,
): Entry[] {
  return logs.map((log) => {
    const own = changes.get(log.id);
    if (own === undefined) return log;
    const text = own.find(({ kind }) => kind === "text");
    return {
      ...log,
      job_id: validJob(log.job_id, own),
      ...(text && {
        input_data: text.transcription,
        output_summary: text.summary,
        editedAt: text.changed_at,
      }),
    };
  });
}

/** The job of an entry that is on the server, as it is valid now; null: none. */
export async function jobOfEntry(db: PersonDatabase, entryId: string): Promise<string | null> {
  const [log, changes] = await Promise.all([db.agentLogs.get(entryId), readChanges(db, entryId)]);
  return validJob(log?.job_id, changes);
}

/** Puts a recording in progress into a job. @param jobId null: into none */
export const assignRecording = (db: PersonDatabase, id: string, jobId: string | null) =>
  db.recordings.update(id, { jobId: jobId ?? undefined });

/** The valid job of an entry. @param made the one that was chosen when it was made */
export function validJob(
  made: string | null | undefined,
  changes: readonly KnownChange[] = [],
): string | null {
  const change = changes.find(({ kind }) => kind === "job");
  return (change === undefined ? made : change.job_id) ?? null;
}

function ordered(stored: readonly EntryChange[], waiting: readonly StoredItem[]): KnownChange[] {
  const queued = waiting.flatMap((row) => queuedChange(parseItem(row)) ?? []);
  return [...stored.map((row) => ({ ...row, waits: false })), ...queued].sort(latestFirst);
}

/** The later of two changes first; the server decides in the same way. */
function latestFirst(a: KnownChange, b: KnownChange): number {
  return b.revision - a.revision || (a.id < b.id ? 1 : -1);
}

function queuedChange(item: QueueItem | null): KnownChange | null {
  const payload = item?.payload;
  if (payload?.kind !== "assignment" && payload?.kind !== "correction") return null;
  const isText = payload.kind === "correction";
  return {
    id: item?.id ?? "",
    entry_id: payload.entryId,
    kind: isText ? "text" : "job",
    job_id: isText ? null : payload.jobId,
    transcription: isText ? payload.transcription : null,
    summary: isText ? payload.summary : null,
    revision: payload.revision,
    changed_at: new Date(item?.capturedAt ?? 0).toISOString(),
    waits: true,
  };
}

/** Replaces the mirrored changes of the person's entries by what the server answered. */
export async function replaceChanges(
  db: PersonDatabase,
  answer: Answer<EntryChange>,
): Promise<void> {
  await replaceRows(db, db.entryChanges, { name: CHANGES_SCOPE, holds: () => true }, answer);
}
