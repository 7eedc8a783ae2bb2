import { type QuestionAgent, questionReplySchema } from "@contracts/question.ts";
import type { QueueItem } from "@contracts/queue-item.ts";
import { readMessages, waitingQuestions } from "../../mirror/conversations.ts";
import { useLive } from "../../mirror/live.ts";
import { useMirror } from "../../mirror/mirror-context.tsx";
import type { MirroredMessage, PersonDatabase } from "../../mirror/person-database.ts";
import { readResult } from "../../mirror/results.ts";

/** A conversation as the mirror has it. */
export interface ThreadReading {
  messages: readonly MirroredMessage[];
  items: readonly QueueItem[];
  /** Questions that were answered with passages alone, as far as their full replies are kept. */
  answeredByPassages: ReadonlySet<string>;
}

/** Answers further back than this are shown without telling what they are based on. */
const RESULTS_READ = 50;

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
  const asked = messages.filter(({ role }) => role === "user").slice(-RESULTS_READ);
  const results = await Promise.all(asked.map(({ id }) => readResult(db, id)));
  const answeredByPassages = new Set<string>();
  for (const result of results) {
    const reply = questionReplySchema.safeParse(result?.reply);
    if (reply.data?.basis === "passages") answeredByPassages.add(result?.id ?? "");
  }
  return { messages, items, answeredByPassages };
}
