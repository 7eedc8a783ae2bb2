import { z } from "zod/mini";
import { plainName } from "./plain-name.ts";

/** Status of a request for early access, which the people who answer it set. */
export const requestStatusSchema = z.enum(["new", "contacted", "qualified", "not_interested"]);

/**
 * Longest number of field techs that the table takes, in characters. The form has no message for
 * it: its input does not take more.
 */
export const FIELD_TECH_COUNT_LIMIT = 1000;

/** The early-access form. The fields are in the order in which their errors are shown. */
export const earlyAccessFormSchema = z.object({
  company: named("Company is required").check(
    z.maxLength(200, "Company name must be less than 200 characters"),
  ),
  name: named("Name is required").check(z.maxLength(100, "Name must be less than 100 characters")),
  email: z
    .email("Invalid email address")
    .check(z.maxLength(255, "Email must be less than 255 characters")),
  phone: trimmed("Phone is required").check(
    z.maxLength(50, "Phone must be less than 50 characters"),
  ),
  fieldTechCount: trimmed("Number of field techs is required"),
  currentCrm: trimmed("Current CRM is required").check(
    z.maxLength(200, "CRM name must be less than 200 characters"),
  ),
});
export type EarlyAccessForm = z.infer<typeof earlyAccessFormSchema>;

/**
 * A request as a visitor's device sends it. The device makes the id, so that a request sent twice
 * is one row.
 */
export const newEarlyAccessRequestSchema = z.object({
  id: z.uuid(),
  company: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  field_tech_count: z.string(),
  current_crm: z.string(),
});
export type NewEarlyAccessRequest = z.infer<typeof newEarlyAccessRequestSchema>;

function named(missing: string) {
  return z.string().check(z.overwrite(plainName), z.minLength(1, missing));
}

function trimmed(missing: string) {
  return z.string().check(z.trim(), z.minLength(1, missing));
}
