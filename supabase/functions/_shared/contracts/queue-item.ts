import { z } from "zod/mini";
import type { Agent } from "./agent.ts";
import { ratingSchema } from "./answer-feedback.ts";
import { assignmentPayloadSchema, correctionPayloadSchema } from "./entry-change.ts";
import { itemReasonSchema, itemStateSchema } from "./item-state.ts";
import { questionAgentSchema } from "./question.ts";

/** The job that a person worked on; null: none. Items of earlier versions of the app lack it. */
const job = { jobId: z.optional(z.nullable(z.uuid())) };

export const voicePayloadSchema = z.object({
  kind: z.literal("voice"),
  ...job,
  /** As the recorder names it, parameters included: `audio/webm;codecs=opus`. */
  mimeType: z.string(),
  durationMs: z.number(),
});

/** A photo of equipment; its bytes are kept under the item's id. */
export const photoPayloadSchema = z.object({
  kind: z.literal("photo"),
  ...job,
  /** The person's note about the photo; null if there is none. */
  note: z.nullable(z.string()),
});

/** A question to Label or Ask: typed, or spoken and not yet written down. */
export const questionPayloadSchema = z.object({
  kind: z.literal("question"),
  ...job,
  agent: questionAgentSchema,
  /** Questions of one conversation are answered in their order. */
  conversation: z.string(),
  /** Null while a spoken question waits to be transcribed. */
  text: z.nullable(z.string()),
  /**
   * The models and codes of an earlier question that it is about ("E-31 HP-240"), empty if its person
   * asked without them. Absent when there were none, and in items of earlier versions of the app.
   */
  about: z.optional(z.string()),
  /** The recording of a spoken question, kept under the item's id; null for a typed one. */
  spoken: z.nullable(z.object({ mimeType: z.string(), durationMs: z.number() })),
});

/** What a person says about an answer of Label or Ask. */
export const feedbackPayloadSchema = z.object({
  kind: z.literal("feedback"),
  ...ratingSchema.shape,
});
export type RatingPayload = z.infer<typeof feedbackPayloadSchema>;

export const itemPayloadSchema = z.discriminatedUnion("kind", [
  voicePayloadSchema,
  photoPayloadSchema,
  questionPayloadSchema,
  feedbackPayloadSchema,
  assignmentPayloadSchema,
  correctionPayloadSchema,
]);
export type ItemPayload = z.infer<typeof itemPayloadSchema>;

/** The agent an item is for. */
export function agentOfPayload(payload: ItemPayload): Agent {
  if (payload.kind === "voice") return "voice";
  return payload.kind === "photo" ? "snap" : payload.agent;
}

/** The type and length of an item's recording; null for an item without one. */
export function audioOfPayload(
  payload: ItemPayload,
): { mimeType: string; durationMs: number } | null {
  if (payload.kind === "question") return payload.spoken;
  if (payload.kind !== "voice") return null;
  return { mimeType: payload.mimeType, durationMs: payload.durationMs };
}

/** One thing a person made, kept on the device until the server has it. Times are epoch ms. */
export const queueItemSchema = z.object({
  /** UUIDv7, made when capture started; the server's key for everything the item causes. */
  id: z.uuid(),
  /** Items of one lane are sent in the order they were made; lanes do not wait for each other. */
  lane: z.string(),
  /** Increases within the lane; items from before this field existed go first. */
  place: z.optional(z.number()),
  capturedAt: z.number(),
  /** Bytes to send. */
  size: z.number(),
  payload: itemPayloadSchema,
  state: itemStateSchema,
  /** Attempts begun since the last success, sign-in or Retry. */
  attempts: z.number(),
  /** An attempt has begun at some time: the server may have it, even if nothing was answered. */
  tried: z.optional(z.boolean()),
  /**
   * When the next attempt may start. Null if it does not start by itself: the item waits behind
   * another of its lane, or is held.
   */
  due: z.nullable(z.number()),
  /** Until then the person may undo it, and it is not sent by itself. */
  undoableUntil: z.optional(z.number()),
  reason: z.nullable(itemReasonSchema),
  /** The state of the failure that a toast told its person of; not kept when they press Retry. */
  told: z.optional(z.string()),
  /** Replies of the steps already done, by step name: they are not repeated. */
  steps: z.record(z.string(), z.unknown()),
});
export type QueueItem = z.infer<typeof queueItemSchema>;
