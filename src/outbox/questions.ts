import type { QueueItem } from "@contracts/queue-item.ts";
import type { QuestionPlace } from "../mirror/person/conversation-rows.ts";
import { addItem, laneOfQuestions, UNTRIED } from "../mirror/person/outbox/lanes.ts";
import { replaceIdleItem } from "../mirror/person/outbox/outbox.ts";
import type { PersonDatabase } from "../mirror/person/person-database.ts";
import { makingRoom } from "../mirror/person/recordings/make-room.ts";
import type { Ports } from "../platform/ports.ts";
import { withJob } from "./chosen-job.ts";

/**
 * Queues a typed question, behind the earlier ones of its conversation.
 * @returns the id of the item and its message
 */
export async function askQuestion(
  db: PersonDatabase,
  ports: Ports,
  question: QuestionPlace & { text: string },
): Promise<string> {
  const job = await withJob(db, ports.clock.now());
  const item = typedQuestion(ports, { ...question, ...job });
  await makingRoom(db, () => addItem(db, item));
  return item.id;
}

/**
 * Asks a spoken question in words that its person has read and corrected, in place of its recording,
 * which is deleted. It belongs to the job of the recording.
 * @returns false when it is or was being sent; then nothing is changed
 */
export function askAsText(
  db: PersonDatabase,
  ports: Ports,
  spokenId: string,
  question: NewQuestion,
): Promise<boolean> {
  const item = typedQuestion(ports, question);
  return makingRoom(db, () => replaceIdleItem(db, spokenId, item));
}

/** A question in words, and the job that it belongs to. */
type NewQuestion = QuestionPlace & { text: string; jobId?: string | null | undefined };

function typedQuestion(ports: Ports, question: NewQuestion): QueueItem {
  const { agent, conversation, text } = question;
  return {
    id: ports.newId(),
    lane: laneOfQuestions(agent, conversation),
    capturedAt: ports.clock.now(),
    size: new TextEncoder().encode(text).length,
    payload: { kind: "question", ...question, spoken: null },
    ...UNTRIED,
  };
}
