import type { QueueItem } from "@contracts/queue-item.ts";
import { v5 as uuidv5 } from "uuid";
import { z } from "zod/mini";

/** The id of a further message that belongs to a question. */
export const furtherMessageId = (itemId: string, message: "answer" | "setup") =>
  uuidv5(message, itemId);

/**
 * The idempotency key for the transcription of a spoken question; the item's own id is the key of
 * the answer.
 */
export function transcriptionKey({ id, steps }: Pick<QueueItem, "id" | "steps">): string {
  const again = timesTranscribedAgain(steps);
  return uuidv5(again === 0 ? "transcribe" : `transcribe ${again}`, id);
}

/** The reason code of a held spoken question in which no speech was recognised. */
export const NO_SPEECH = "nothing_said";

/** The step whose reply is the transcript. */
export const TRANSCRIBE = "transcribe";

/**
 * The step that counts how often the person had it transcribed again; it is part of the key,
 * because the server gives the same reply to the same key.
 */
const AGAIN = "transcribe again";

/** The recorded steps for a retry by the person: without the empty transcript. */
export function stepsForRetry({ reason, steps }: QueueItem): QueueItem["steps"] {
  if (reason?.code !== NO_SPEECH) return steps;
  const { [TRANSCRIBE]: _, ...rest } = steps;
  return { ...rest, [AGAIN]: timesTranscribedAgain(steps) + 1 };
}

const timesTranscribedAgain = (steps: QueueItem["steps"]) =>
  z.number().safeParse(steps[AGAIN]).data ?? 0;
