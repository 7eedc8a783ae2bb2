import type { ItemPayload, QueueItem } from "@contracts/queue-item.ts";
import { laneOfQuestions } from "../mirror/person/outbox/lanes.ts";
import type { Recording } from "../mirror/person/person-database.ts";

/**
 * The item that a recording is queued as: a voice note, or a question to be written down and asked.
 * @param undoableUntil not sent before (epoch ms), so that its person may take it back; null: at once
 */
export function itemOfRecording(recording: Recording, undoableUntil: number | null): QueueItem {
  const { id, startedAt, size } = recording;
  return {
    id,
    lane: laneOfRecording(recording),
    capturedAt: startedAt,
    size,
    payload: payloadOf(recording),
    state: "queued",
    attempts: 0,
    due: undoableUntil ?? 0,
    ...(undoableUntil !== null && { undoableUntil }),
    reason: null,
    steps: {},
  };
}

function laneOfRecording({ id, question }: Recording): string {
  // Voice notes do not wait for each other: each is a lane of its own.
  return question === undefined
    ? `voice:${id}`
    : laneOfQuestions(question.agent, question.conversation);
}

function payloadOf({ mimeType, durationMs, question }: Recording): ItemPayload {
  if (question === undefined) return { kind: "voice", mimeType, durationMs };
  return { kind: "question", ...question, text: null, spoken: { mimeType, durationMs } };
}
