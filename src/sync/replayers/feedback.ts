import { feedbackPayloadSchema } from "@contracts/queue-item.ts";
import type { Replayer } from "./replayer.ts";

/** Sends what a person said about an answer. The server keeps the newest, however often it is sent. */
export const replayFeedback: Replayer = async ({ item, db, backend, signal }) => {
  const rating = feedbackPayloadSchema.parse(item.payload);
  const stored = await backend.feedback.rate(db.personId, { ...rating, itemId: item.id }, signal);
  return stored.kind === "ok" ? { kind: "ok", value: { rating: stored.value } } : stored;
};
