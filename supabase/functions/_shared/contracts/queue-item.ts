import { z } from "zod/mini";

/**
 * Where a captured item stands on its way to the server. `done` is not among them: it exists only
 * inside the transaction that stores the result and removes the item.
 */
export const itemStateSchema = z.enum([
  "queued",
  "sending",
  "waiting",
  "needs-sign-in",
  "needs-attention",
]);

/** Why an item did not arrive yet: a code to decide by and a sentence to show. */
export const itemReasonSchema = z.object({ code: z.string(), message: z.string() });
export type ItemReason = z.infer<typeof itemReasonSchema>;

export const voicePayloadSchema = z.object({
  kind: z.literal("voice"),
  /** As the recorder names it, parameters included: `audio/webm;codecs=opus`. */
  mimeType: z.string(),
  durationMs: z.number(),
});

export const itemPayloadSchema = z.discriminatedUnion("kind", [voicePayloadSchema]);
export type ItemPayload = z.infer<typeof itemPayloadSchema>;

/** One thing a person made, kept on the device until the server has it. Times are epoch ms. */
export const queueItemSchema = z.object({
  /** UUIDv7, minted when capture started; the server's key for everything the item causes. */
  id: z.uuid(),
  /** Items of one lane are sent in the order they were made; lanes do not wait for each other. */
  lane: z.string(),
  capturedAt: z.number(),
  /** Bytes to send. */
  size: z.number(),
  payload: itemPayloadSchema,
  state: itemStateSchema,
  /** Attempts begun since the last success, sign-in or Retry. */
  attempts: z.number(),
  /** When the next attempt may start. Null: not by itself (behind another of its lane, or held). */
  due: z.nullable(z.number()),
  reason: z.nullable(itemReasonSchema),
  /** Replies of the steps already done, by step name: they are not repeated. */
  steps: z.record(z.string(), z.unknown()),
});
export type QueueItem = z.infer<typeof queueItemSchema>;
