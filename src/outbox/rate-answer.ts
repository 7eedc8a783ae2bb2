import type { Verdict } from "@contracts/answer-feedback.ts";
import { QUESTION_LIMIT } from "@contracts/question.ts";
import type { MirroredMessage } from "../mirror/person/conversation-rows.ts";
import { laneOfRatings, UNTRIED } from "../mirror/person/outbox/lanes.ts";
import type { PersonDatabase } from "../mirror/person/person-database.ts";
import { addRating, questionOfAnswer } from "../mirror/person/ratings.ts";
import { makingRoom } from "../mirror/person/recordings/make-room.ts";
import type { Ports } from "../platform/ports.ts";

/** Most files that a rating names, as the server accepts them. */
const SOURCES_LIMIT = 50;

/**
 * Queues a person's rating of an answer. It takes the place of their earlier one.
 * @param verdict null takes it back
 * @param reason why the answer is wrong, in the person's words; null or empty without one
 */
export async function rateAnswer(
  db: PersonDatabase,
  ports: Ports,
  answer: MirroredMessage,
  verdict: Verdict,
  reason: string | null = null,
): Promise<void> {
  const question = await questionOfAnswer(db, answer);
  const files = (answer.sources ?? []).map(({ file_id }) => file_id);
  const payload = {
    kind: "feedback" as const,
    agent: answer.agent,
    messageId: answer.id,
    requestId: question?.id ?? null,
    question: (question?.content ?? "").slice(0, QUESTION_LIMIT),
    verdict,
    reason: reason?.trim() || null,
    sources: [...new Set(files)].slice(0, SOURCES_LIMIT),
  };
  const item = {
    id: ports.newId(),
    lane: laneOfRatings(answer.id),
    capturedAt: ports.clock.now(),
    size: new TextEncoder().encode(JSON.stringify(payload)).length,
    payload,
    ...UNTRIED,
  };
  await makingRoom(db, () => addRating(db, item));
}
