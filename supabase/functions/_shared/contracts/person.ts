import { z } from "zod/mini";
import { type Permission, permissions } from "./agent.ts";
import type { Role } from "./role.ts";

const personStatusSchema = z.enum(["active", "suspended"]);

/** A row of `profiles`. */
export const profileSchema = z.object({
  id: z.uuid(),
  full_name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  company_id: z.nullable(z.uuid()),
  status: personStatusSchema,
  created_at: z.string(),
  /** The language of their notes, an ISO 639-1 code; null when the transcriber finds out by itself. */
  speech_language: z.nullable(z.string()),
  ...permissions(() => z.boolean()),
});
export type Profile = z.infer<typeof profileSchema>;

/** A person as administrators see them: the profile, and the role from `user_roles`. */
export type Person = Profile & { role: Role };

/** The fields of a profile that an administrator may change; the company, only a super administrator. */
export type PersonChange = Partial<Pick<Profile, "status" | "company_id" | Permission>>;

/** How many accounts a device can ask about at once. */
export const FORMER_PEOPLE_LIMIT = 100;

/** A person as the device last knew them, sent to ask whether their account was deleted. */
export type AskedPerson = Pick<Profile, "id" | "email" | "company_id">;

/** A deleted account. The caller is told of it only if it was their own or of a company they administer. */
export const formerPersonSchema = z.object({
  id: z.uuid(),
  /** Whether it had the caller's confirmed address, so that it was their earlier account. */
  mine: z.boolean(),
  /** Whether the caller administers the company that it belonged to. */
  managed: z.boolean(),
});
export type FormerPerson = z.infer<typeof formerPersonSchema>;
