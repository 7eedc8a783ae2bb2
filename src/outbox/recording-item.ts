import type { ItemPayload, QueueItem } from "@contracts/queue-item.ts";
import { laneOfQuestions } from "../mirror/person/outbox/lanes.ts";
import type { Recording } from "../mirror/person/recordings/recording-rows.ts";

/**
 * The queue item of a recording: a voice note, or a question to be transcribed and asked.
 * @param undoableUntil not sent before this time (epoch ms), so that its person may undo it; null:
 *   sent at once
 */
export function itemOfRecording(recording: Recording, undoableUntil: number | null): QueueItem {
  const { id, startedAt, size } = recording;
  return {
    id,
    lane: laneOfRecording(recording),
    capturedAt: startedAt,
    size,
    payload: toPayload(recording),
    state: "queued",
    attempts: 0,
    due: undoableUntil ?? 0,
    ...(undoableUntil !== null && { undoableUntil }),
    reason: null,
    steps: {},
  };
}

function laneOfRecording({ id, question }: Recording): string {
  // Each voice note has a lane of its own, so that voice notes do not wait for each other.
  return question === undefined
    ? `voice:${id}`
    : laneOfQuestions(question.agent, question.conversation);
}

function toPayload({ mimeType, durationMs, question }: Recording): ItemPayload {
  if (question === undefined) return { kind: "voice", mimeType, durationMs };
  return { kind: "question", ...question, text: null, spoken: { mimeType, durationMs } };
}
