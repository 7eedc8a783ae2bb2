import type { QuestionAgent } from "@contracts/question.ts";
import type { QueueItem } from "@contracts/queue-item.ts";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import type { MirroredMessage } from "#mirror/person/conversation-rows.ts";
import { readMessages, waitingQuestions } from "#mirror/person/conversations.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";

/** A conversation as it is in the mirror. */
export interface ThreadReading {
  messages: readonly MirroredMessage[];
  items: readonly QueueItem[];
}

/** The entries of a conversation, kept up to date; undefined until they have been read. */
export function useThread(agent: QuestionAgent, conversation: string): ThreadReading | undefined {
  const db = useMirror();
  return useLive(() => readThread(db, agent, conversation), [db, agent, conversation]);
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
