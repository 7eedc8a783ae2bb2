import {
  type Webhook,
  type WebhookDelivery,
  webhookDeliverySchema,
  webhookSchema,
} from "@contracts/webhook.ts";
import { newestFirst, OF_COMPANY, rowsLike, type ServerList } from "./server-list.ts";

/** A company's webhooks, the newest first. */
export const WEBHOOKS: ServerList<Webhook, [string | null]> = {
  name: "webhooks",
  ...rowsLike("webhooks", webhookSchema),
  order: ["-created_at", "id"],
  match: OF_COMPANY,
  mirror: (db) => db.webhooks,
  compare: newestFirst,
};

/** What a company's webhooks were told, the newest first; `pullDeliveries` refreshes it. */
export const WEBHOOK_DELIVERIES: ServerList<WebhookDelivery, [string | null]> = {
  name: "webhook-deliveries",
  ...rowsLike("webhook_deliveries", webhookDeliverySchema),
  order: ["-created_at", "id"],
  match: OF_COMPANY,
  mirror: (db) => db.webhookDeliveries,
  compare: newestFirst,
};
