import type { Verdict } from "@contracts/answer-feedback.ts";
import type { AnswerFeedback } from "@contracts/answer-review.ts";
import type { ConversationMessage } from "@contracts/question.ts";
import type { QueueItem, RatingPayload } from "@contracts/queue-item.ts";
import type { MirroredMessage } from "./conversation-rows.ts";
import { queryMessages } from "./conversations.ts";
import { type Answer, replaceRows } from "./lists/replace-rows.ts";
import { refreshedAt } from "./lists/server-list.ts";
import { addItem, laneOfRatings, rowsOfLane } from "./outbox/lanes.ts";
import { furtherMessageId } from "./outbox/question-ids.ts";
import { parseItem } from "./outbox/read-item.ts";
import type { StoredItem } from "./outbox/stored-item.ts";
import type { PersonDatabase } from "./person-database.ts";

/** Name of the scope that holds the ratings. */
const SCOPE = "ratings";

/** A rating that is to be queued; its number among the ratings of the answer is found meanwhile. */
type NewRating = Omit<QueueItem, "payload"> & { payload: Omit<RatingPayload, "revision"> };

/**
 * Queues a rating in place of the earlier ones of the same answer that wait. One that is being sent
 * stays, and the new one goes behind it. A rating gets a higher number than every earlier one that
 * this device knows, and so replaces them on the server, even after the clock was set back.
 */
export async function addRating(db: PersonDatabase, rating: NewRating): Promise<void> {
  await db.transaction("rw", db.outbox, db.ratings, async () => {
    const [earlier, stored] = await Promise.all([
      rowsOfLane(db, rating),
      db.ratings.get(rating.payload.messageId),
    ]);
    const known = [stored?.revision ?? 0, ...earlier.map(readRevision)];
    const revision = Math.max(rating.capturedAt, ...known.map((number) => number + 1));
    const waiting = earlier.filter(({ state }) => state !== "sending");
    await db.outbox.bulkDelete(waiting.map(({ id }) => id));
    await addItem(db, { ...rating, payload: { ...rating.payload, revision } });
  });
}

/**
 * The person's last rating of an answer, whether or not the server has it already; both are null
 * without a rating.
 */
export async function readRating(
  db: PersonDatabase,
  messageId: string,
): Promise<{ verdict: Verdict; reason: string | null }> {
  return db.transaction("r", db.outbox, db.ratings, async () => {
    const [waiting, stored] = await Promise.all([
      rowsOfLane(db, { lane: laneOfRatings(messageId) }),
      db.ratings.get(messageId),
    ]);
    const payload = parseItem(waiting.at(-1))?.payload;
    const { verdict, reason } = (payload?.kind === "feedback" ? payload : stored) ?? {};
    return { verdict: verdict ?? null, reason: reason ?? null };
  });
}

/**
 * What the server has of the person's rating of an answer, with what the office did about it, and whether
 * a newer rating waits to be sent.
 */
export async function readRatingOnServer(db: PersonDatabase, messageId: string) {
  return db.transaction("r", db.outbox, db.ratings, async () => {
    const [waiting, stored] = await Promise.all([
      rowsOfLane(db, { lane: laneOfRatings(messageId) }),
      db.ratings.get(messageId),
    ]);
    return { stored: stored ?? null, waits: waiting.length > 0 };
  });
}

/** Replaces the person's mirrored ratings by what the server answered. */
export async function replaceRatings(
  db: PersonDatabase,
  answer: Answer<AnswerFeedback>,
): Promise<void> {
  const rows = answer.rows.map((row) => ({ ...row, id: row.message_id }));
  await replaceRows(db, db.ratings, { name: SCOPE, holds: () => true }, { ...answer, rows });
}

/** The person's ratings as the server has them; null until they were loaded once. */
export async function readRatings(db: PersonDatabase) {
  return db.transaction("r", db.ratings, db.scopes, async () =>
    (await refreshedAt(db, SCOPE)) === null ? null : await db.ratings.toArray(),
  );
}

/** The question that a message answers; null when this device does not have it. */
export async function questionOfAnswer(
  db: PersonDatabase,
  { id, agent, conversation }: MirroredMessage,
): Promise<Pick<ConversationMessage, "id" | "content"> | null> {
  const question = await queryMessages(db, agent, conversation)
    .filter((message) => message.role === "user" && furtherMessageId(message.id, "answer") === id)
    .first();
  return question ?? null;
}

function readRevision(row: StoredItem): number {
  const payload = parseItem(row)?.payload;
  return payload?.kind === "feedback" ? payload.revision : 0;
}
