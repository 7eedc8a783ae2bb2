import { z } from "zod/mini";

/** How many accounts a device can ask about at once. */
export const FORMER_PEOPLE_LIMIT = 100;

/** A person as the device last knew them, sent to ask whether their account was deleted. */
export interface AskedPerson {
  id: string;
  email: string | null;
  company_id: string | null;
}

/**
 * A deleted account. The caller is told of it only if it was their own or of a company they
 * administer.
 */
export const formerPersonSchema = z.object({
  id: z.uuid(),
  /** Whether it had the caller's confirmed address, so that it was their earlier account. */
  mine: z.boolean(),
  /** Whether the caller administers the company that it belonged to. */
  managed: z.boolean(),
});
export type FormerPerson = z.infer<typeof formerPersonSchema>;
