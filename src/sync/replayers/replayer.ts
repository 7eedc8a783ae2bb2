import type { AgentLog } from "@contracts/agent-log.ts";
import type { QueueItem } from "@contracts/queue-item.ts";
import type { Backend } from "#backend/backend.ts";
import type { Outcome } from "#backend/outcome.ts";
import type { MirroredMessage, PersonDatabase } from "#mirror/person/person-database.ts";

/** What an item became on the server. */
export interface Arrival {
  /** For the page that waits for it. */
  reply: unknown;
  /** The row of the history. */
  log: AgentLog;
  /** What was said, of a conversation. */
  messages?: MirroredMessage[];
}

/** What a replayer has to work with during one attempt. */
export interface Attempt {
  item: QueueItem;
  db: PersonDatabase;
  backend: Backend;
  /** Epoch ms. */
  now(): number;
  /** Aborts when the attempt has taken too long or the term is over. */
  signal: AbortSignal;
  /**
   * Keeps the reply of a finished step, so that a later attempt does not repeat it. Need not be waited
   * for: the attempt ends only once it is kept.
   */
  recordStep(step: string, reply: unknown): Promise<void>;
}

/**
 * Sends one kind of item. Every step is safe to repeat: the server knows them by the item's id.
 * A replayer decides nothing about what follows a failure; it hands the outcome back.
 */
export type Replayer = (attempt: Attempt) => Promise<Outcome<Arrival>>;
