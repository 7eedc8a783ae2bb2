import { z } from "zod/mini";

/** What waits to be sent on a device of a person, as the device told it last. Times are ISO 8601. */
const deviceQueueSchema = z.object({
  /** Its kind and a number of its own, like `Mobile 1a2b3c4d`. */
  device: z.string(),
  waiting: z.number(),
  /** When the oldest item was made, by the device's clock. */
  oldest: z.string(),
  reported_at: z.string(),
});
export type DeviceQueue = z.infer<typeof deviceQueueSchema>;

/** A row of `person_activity`. */
export const personActivitySchema = z.object({
  /** The person's. */
  id: z.uuid(),
  company_id: z.nullable(z.uuid()),
  /** When they last used an agent; null if they never did. */
  last_active_at: z.nullable(z.string()),
  /** Those of their devices on which something waits. */
  queues: z.array(deviceQueueSchema),
});
export type PersonActivity = z.infer<typeof personActivitySchema>;

/** Kind of device that a `User-Agent` header names; null if it names none. */
export function detectDevice(userAgent: string | null): "Mobile" | "Tablet" | "Desktop" | null {
  if (!userAgent) return null;
  // Android tablets are the Androids that do not call themselves mobile.
  if (/iPad|Tablet|PlayBook|Silk|Android(?!.*Mobile)/i.test(userAgent)) return "Tablet";
  if (/Mobi|iPhone|iPod/i.test(userAgent)) return "Mobile";
  return /Windows|Macintosh|X11|Linux|CrOS/i.test(userAgent) ? "Desktop" : null;
}
