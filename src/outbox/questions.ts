import type { QueueItem } from "@contracts/queue-item.ts";
import type { QuestionPlace } from "../mirror/person/conversation-rows.ts";
import { addItem, laneOfQuestions, UNTRIED } from "../mirror/person/outbox/lanes.ts";
import { replaceIdleItem } from "../mirror/person/outbox/outbox.ts";
import type { PersonDatabase } from "../mirror/person/person-database.ts";
import { makingRoom } from "../mirror/person/recordings/make-room.ts";
import type { Ports } from "../platform/ports.ts";

/**
 * Queues a typed question, behind the earlier ones of its conversation.
 * @returns the id of the item and its message
 */
export async function askQuestion(
  db: PersonDatabase,
  ports: Ports,
  question: QuestionPlace & { text: string },
): Promise<string> {
  const item = typedQuestion(ports, question);
  await makingRoom(db, () => addItem(db, item));
  return item.id;
}

/**
 * Asks a spoken question in words that its person has read and corrected, in place of its recording,
 * which is deleted.
 * @returns false when it is or was being sent; then nothing is changed
 */
export function askAsText(
  db: PersonDatabase,
  ports: Ports,
  spokenId: string,
  question: QuestionPlace & { text: string },
): Promise<boolean> {
  const item = typedQuestion(ports, question);
  return makingRoom(db, () => replaceIdleItem(db, spokenId, item));
}

function typedQuestion(ports: Ports, question: QuestionPlace & { text: string }): QueueItem {
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
