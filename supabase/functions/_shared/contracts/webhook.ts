import { z } from "zod/mini";

/** What a webhook can be told of. */
export const WEBHOOK_EVENTS = ["note", "correction", "assignment", "photo", "question"] as const;
const eventSchema = z.enum(WEBHOOK_EVENTS);
export type WebhookEvent = z.infer<typeof eventSchema>;

/** A row of `webhooks`: an address that a company's entries are sent to. */
export const webhookSchema = z.object({
  id: z.uuid(),
  company_id: z.uuid(),
  url: z.string(),
  events: z.array(eventSchema),
  is_paused: z.boolean(),
  created_at: z.string(),
});
export type Webhook = z.infer<typeof webhookSchema>;

/** A row of `webhook_deliveries` without its payload, which may be long. */
export const webhookDeliverySchema = z.object({
  id: z.uuid(),
  webhook_id: z.uuid(),
  company_id: z.uuid(),
  event: eventSchema,
  /** The item that the entry was. */
  entry_id: z.uuid(),
  state: z.enum(["waiting", "delivered", "failed"]),
  attempts: z.number(),
  /** The last answer; null where nothing was answered. */
  status_code: z.nullable(z.number()),
  answer: z.nullable(z.string()),
  answered_at: z.nullable(z.string()),
  /** When the next attempt may begin. */
  due_at: z.string(),
  created_at: z.string(),
});
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>;
