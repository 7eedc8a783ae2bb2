import { type AgentLog, type NewAgentLog, OUTPUT_SUMMARY_LIMIT } from "@contracts/agent-log.ts";
import type { QueueItem } from "@contracts/queue-item.ts";
import {
  type VoiceTranscribeReply,
  voiceTranscribeReplySchema,
} from "@contracts/voice-transcribe.ts";
import type { z } from "zod/mini";
import type { Backend } from "#backend/backend.ts";
import type { Outcome } from "#backend/outcome.ts";
import type { Content } from "#mirror/person/outbox/item-content.ts";
import { TRANSCRIBE } from "#mirror/person/outbox/question-ids.ts";
import type { Arrival } from "#mirror/person/outbox/settle-and-claim.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";

/** The input of a replayer for one attempt. */
export interface Attempt {
  item: QueueItem;
  db: PersonDatabase;
  backend: Backend;
  /** Epoch ms. */
  now(): number;
  /** Aborts when the attempt has taken too long or the term is over. */
  signal: AbortSignal;
  /** The content that is sent: read when it is wanted, or before. */
  content(): Promise<Content>;
  /**
   * Notes the reply of a finished step, so that a later attempt does not repeat the step. It is
   * stored if the attempt fails or the next step takes long; an item that arrives needs it no more.
   */
  noteStep(step: string, reply: unknown): void;
  /** Stores the reply of a finished step at once. */
  recordStep(step: string, reply: unknown): Promise<void>;
}

/**
 * Sends one kind of item. Every step is safe to repeat, because the server recognizes it by the
 * item's id. A replayer does not decide what happens after a failure; it returns the outcome.
 */
export type Replayer = (attempt: Attempt) => Promise<Outcome<Arrival>>;

/**
 * Does one step of an item, or returns the reply that an earlier attempt recorded. A recorded reply
 * that does not match the schema (from another version of the app) is ignored. If the device dies
 * before the reply is stored, the step is safe to repeat.
 */
export async function step<T>(
  attempt: Attempt,
  name: string,
  schema: z.ZodMiniType<T>,
  work: () => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const before = schema.safeParse(attempt.item.steps[name]);
  if (before.success) return { kind: "ok", value: before.data };
  const outcome = await work();
  if (outcome.kind === "ok") attempt.noteStep(name, outcome.value);
  return outcome;
}

/** Has the recording of an item transcribed, as a step. @param key the idempotency key of the call */
export function transcribeRecording(
  attempt: Attempt,
  mimeType: string,
  key: string,
): Promise<Outcome<VoiceTranscribeReply>> {
  const { item, db, backend, signal } = attempt;
  return step(attempt, TRANSCRIBE, voiceTranscribeReplySchema, async () =>
    backend.functions.voiceTranscribe(
      { ...(await attempt.content()), mimeType, capturedAt: item.capturedAt },
      { personId: db.personId, key, signal },
    ),
  );
}

/**
 * Makes a decision once for all attempts of an item: it is stored before any later step uses it.
 */
export async function decide<T>(
  attempt: Attempt,
  name: string,
  schema: z.ZodMiniType<T>,
  make: () => Promise<T>,
): Promise<T> {
  const before = schema.safeParse(attempt.item.steps[name]);
  if (before.success) return before.data;
  const value = await make();
  await attempt.recordStep(name, value);
  return value;
}

/**
 * Writes the history row of an item, with the item's own id.
 * @param content what cannot be taken from the item; `output` is cut to the length that the table
 *   accepts
 */
export async function writeLog(
  { item, db, backend, signal }: Attempt,
  content: Pick<NewAgentLog, "agent_type" | "input_type" | "input_data"> & { output: string },
): Promise<Outcome<AgentLog>> {
  const { output, ...given } = content;
  const row = {
    ...given,
    id: item.id,
    user_id: db.personId,
    // Half a character (a lone surrogate) at the end would make the server refuse the row.
    output_summary: output.slice(0, OUTPUT_SUMMARY_LIMIT).replace(/\p{Surrogate}$/u, ""),
    job_id: ("jobId" in item.payload && item.payload.jobId) || null,
    captured_at: new Date(item.capturedAt).toISOString(),
  };
  return backend.tables.addAgentLog(row, signal);
}
