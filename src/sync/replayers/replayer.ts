import type { AgentLog } from "@contracts/agent-log.ts";
import type { AnswerFeedback } from "@contracts/answer-feedback.ts";
import type { QueueItem } from "@contracts/queue-item.ts";
import type { Backend } from "#backend/backend.ts";
import type { Outcome } from "#backend/outcome.ts";
import type { MirroredMessage } from "#mirror/person/conversation-rows.ts";
import type { Content } from "#mirror/person/outbox/item-content.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";

/** The result of an item on the server. */
export type Arrival = ArrivedWork | ArrivedRating;

/** The result of something that an agent worked on. */
interface ArrivedWork {
  /** The server's reply, for the page that waits for it; none where messages hold all of it. */
  reply?: unknown;
  /** The history row. */
  log: AgentLog;
  /** The messages that it added to a conversation. */
  messages?: MirroredMessage[];
}

/** The result of a rating of an answer, which has no history row. */
interface ArrivedRating {
  rating: AnswerFeedback;
}

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
