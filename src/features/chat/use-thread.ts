import type { QuestionAgent } from "@contracts/question.ts";
import type { QueueItem } from "@contracts/queue-item.ts";
import type { MirroredMessage } from "#mirror/person/conversation-rows.ts";
import { readMessages, waitingQuestions } from "#mirror/person/conversations.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { type ListState, useList } from "../lists/use-list.ts";

/** A conversation as it is in the mirror. */
export interface ThreadReading {
  messages: readonly MirroredMessage[];
  items: readonly QueueItem[];
}

/**
 * The entries of a conversation, kept up to date; undefined until they have been read.
 * @param scope the scope of the conversation in the mirror; null if it has no part on the server
 */
export function useThread(
  scope: string | null,
  agent: QuestionAgent,
  conversation: string,
): { reading: ThreadReading | undefined; state: ListState } {
  const { rows, state } = useList(scope, (db) => readThread(db, agent, conversation), [
    agent,
    conversation,
  ]);
  return { reading: rows, state };
}

async function readThread(
  db: PersonDatabase,
  agent: QuestionAgent,
  conversation: string,
): Promise<ThreadReading> {
  // Read the items first: an item leaves the queue in the transaction that stores its messages, so
  // no entry is missed.
  const items = await waitingQuestions(db, agent, conversation);
  const messages = await readMessages(db, agent, conversation);
  return { messages, items };
}
