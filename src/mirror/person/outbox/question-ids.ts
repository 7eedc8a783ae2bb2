import { v5 as uuidv5 } from "uuid";

/** The id of a further message that belongs to a question. */
export function furtherMessageId(itemId: string, message: "answer" | "setup"): string {
  return uuidv5(message, itemId);
}

/**
 * The idempotency key for the transcription of a spoken question; the item's own id is the key of
 * the answer.
 * @param again how often its person had it transcribed again
 */
export function transcriptionKey(itemId: string, again = 0): string {
  return uuidv5(again === 0 ? "transcribe" : `transcribe ${again}`, itemId);
}
