import type { QueueItem } from "@contracts/queue-item.ts";
import { addItem, laneOfQuestions } from "../mirror/person/outbox/lanes.ts";
import { discardIdleItem } from "../mirror/person/outbox/outbox.ts";
import type { ConversationPlace, PersonDatabase } from "../mirror/person/person-database.ts";
import { makingRoom } from "../mirror/person/recordings/make-room.ts";
import type { Ports } from "../platform/ports.ts";
import { beginRecording, type RecordingSession } from "./recording-session.ts";

/**
 * Queues a typed question, behind those of its conversation.
 * @returns the id that it and its message have everywhere
 */
export async function askQuestion(
  db: PersonDatabase,
  ports: Ports,
  question: ConversationPlace & { text: string },
): Promise<string> {
  const { agent, conversation, text } = question;
  const id = ports.newId();
  const item: QueueItem = {
    id,
    lane: laneOfQuestions(agent, conversation),
    capturedAt: ports.clock.now(),
    size: new TextEncoder().encode(text).length,
    payload: { kind: "question", agent, conversation, text, spoken: null },
    state: "queued",
    attempts: 0,
    due: 0,
    reason: null,
    steps: {},
  };
  await makingRoom(db, () => addItem(db, item));
  return id;
}

/** Begins a question that is spoken; once sealed, it is transcribed and asked like a typed one. */
export function beginSpokenQuestion(
  db: PersonDatabase,
  ports: Ports,
  place: ConversationPlace & { mimeType: string },
): Promise<RecordingSession> {
  const { agent, conversation, mimeType } = place;
  return beginRecording(db, ports, mimeType, { agent, conversation });
}

/** Takes a question back. @returns false when it is being sent, or was: then it stays */
export function withdrawQuestion(db: PersonDatabase, id: string): Promise<boolean> {
  return discardIdleItem(db, id);
}
