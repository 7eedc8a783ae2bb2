import type { QueueItem } from "@contracts/queue-item.ts";
import { z } from "zod/mini";

/** Why a spoken question is held in which no speech was recognised. */
export const NOTHING_SAID = "nothing_said";

/** The step whose reply is what was heard. */
export const TRANSCRIBE = "transcribe";

/** How often its person had it transcribed again: the server answers the same key with the same words. */
const AGAIN = "transcribe again";

/** What is recorded of an item once its person sends it again: nothing of what was not understood. */
export function stepsForRetry({ reason, steps }: QueueItem): QueueItem["steps"] {
  if (reason?.code !== NOTHING_SAID) return steps;
  const { [TRANSCRIBE]: _, ...rest } = steps;
  return { ...rest, [AGAIN]: timesTranscribedAgain(steps) + 1 };
}

export function timesTranscribedAgain(steps: QueueItem["steps"]): number {
  return z.number().safeParse(steps[AGAIN]).data ?? 0;
}
