import { z } from "zod/mini";

/** As many accounts can be asked for at once. */
export const FORMER_PEOPLE_LIMIT = 100;

/** Somebody as a device last saw them, to ask whether their account is gone. */
export interface AskedPerson {
  id: string;
  email: string | null;
  company_id: string | null;
}

/** An account that is gone for good, and what it is to who asks: only then it is told of. */
export const formerPersonSchema = z.object({
  id: z.uuid(),
  /** It had the confirmed address of who asks: it was their earlier account. */
  mine: z.boolean(),
  /** Who asks administers the company that it belonged to. */
  managed: z.boolean(),
});
export type FormerPerson = z.infer<typeof formerPersonSchema>;
