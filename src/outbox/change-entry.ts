import type { Agent } from "@contracts/agent.ts";
import { addChange, assignRecording, type NewChange } from "../mirror/person/entry-changes.ts";
import { UNTRIED } from "../mirror/person/outbox/lanes.ts";
import { readUnfinished } from "../mirror/person/outbox/unsent.ts";
import type { PersonDatabase } from "../mirror/person/person-database.ts";
import { makingRoom } from "../mirror/person/recordings/make-room.ts";
import type { Ports } from "../platform/ports.ts";
import { keepJobChoice } from "../preferences/chosen-job.ts";

/** An entry of the history, or an item that becomes one. */
interface Entry {
  id: string;
  agent: Agent;
}

/**
 * Chooses the job of what is made from now on, and of the recording in progress.
 * @param jobId null: none
 */
export async function chooseJob(
  db: PersonDatabase,
  ports: Ports,
  jobId: string | null,
): Promise<void> {
  keepJobChoice(db.personId, jobId, ports.clock.now());
  const { recording } = await readUnfinished(db, ports.locks);
  for (const { id } of recording) await assignRecording(db, id, jobId);
}

/** Queues that an entry belongs to a job from now on. @param jobId null: to none */
export function assignEntry(
  db: PersonDatabase,
  ports: Ports,
  { id: entryId, agent }: Entry,
  jobId: string | null,
): Promise<void> {
  return queueChange(db, ports, { kind: "assignment", entryId, agent, jobId });
}

/** Queues the texts of a note as a person corrected them. */
export function correctNote(
  db: PersonDatabase,
  ports: Ports,
  entryId: string,
  texts: { transcription: string; summary: string },
): Promise<void> {
  return queueChange(db, ports, { kind: "correction", entryId, agent: "voice", ...texts });
}

async function queueChange(
  db: PersonDatabase,
  ports: Ports,
  payload: NewChange["payload"],
): Promise<void> {
  const size = new TextEncoder().encode(JSON.stringify(payload)).length;
  const item = { id: ports.newId(), capturedAt: ports.clock.now(), size, payload, ...UNTRIED };
  await makingRoom(db, () => addChange(db, item));
}
