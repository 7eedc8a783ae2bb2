import type { QuestionAgent } from "@contracts/question.ts";
import type { QueueItem } from "@contracts/queue-item.ts";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { readMessages, waitingQuestions } from "#mirror/person/conversations.ts";
import type { MirroredMessage, PersonDatabase } from "#mirror/person/person-database.ts";

/** A conversation as the mirror has it. */
export interface ThreadReading {
  messages: readonly MirroredMessage[];
  items: readonly QueueItem[];
}

/** What stands in a conversation, kept current; undefined until it was first read. */
export function useThread(agent: QuestionAgent, conversation: string): ThreadReading | undefined {
  const db = useMirror();
  return useLive(() => readThread(db, agent, conversation), [db, agent, conversation]);
}

async function readThread(
  db: PersonDatabase,
  agent: QuestionAgent,
  conversation: string,
): Promise<ThreadReading> {
  // The items first: one leaves in the transaction that stores its messages, so none is missed.
  const items = await waitingQuestions(db, agent, conversation);
  const messages = await readMessages(db, agent, conversation);
  return { messages, items };
}
