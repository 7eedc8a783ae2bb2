import type { ContactSubmission } from "@contracts/contact-submission.ts";

export type LeadStatus = ContactSubmission["status"];

export const STATUS_WORDS: Readonly<Record<LeadStatus, string>> = {
  new: "New",
  contacted: "Contacted",
  qualified: "Qualified",
  not_interested: "Not Interested",
};

const LEAD_STATUSES = Object.keys(STATUS_WORDS) as LeadStatus[];

/** What a selector offers. */
export const STATUS_CHOICES = LEAD_STATUSES.map((value) => ({
  value,
  label: STATUS_WORDS[value],
}));

export function isLeadStatus(value: string): value is LeadStatus {
  return Object.hasOwn(STATUS_WORDS, value);
}
