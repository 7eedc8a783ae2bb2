import type { EarlyAccessRequest } from "@contracts/early-access-request.ts";
import { csvOf } from "#ui/csv.ts";
import { STATUS_WORDS } from "./request-status.ts";

/** Requests for early access as a table for spreadsheets; times are ISO 8601 in UTC. */
export function requestCsv(submissions: readonly EarlyAccessRequest[]): string {
  return csvOf(
    [
      { title: "Submitted", value: ({ created_at }) => new Date(created_at).toISOString() },
      { title: "Company", value: ({ company }) => company },
      { title: "Name", value: ({ name }) => name },
      { title: "Email", value: ({ email }) => email },
      { title: "Phone", value: ({ phone }) => phone },
      { title: "Number of Field Techs", value: ({ field_tech_count }) => field_tech_count },
      { title: "Current CRM", value: ({ current_crm }) => current_crm },
      { title: "Status", value: ({ status }) => STATUS_WORDS[status] },
      { title: "Notes", value: ({ notes }) => notes },
    ],
    submissions,
  );
}

/** @param now epoch ms */
export function requestFileName(now: number): string {
  return `contact-submissions-${new Date(now).toISOString().slice(0, 10)}.csv`;
}
