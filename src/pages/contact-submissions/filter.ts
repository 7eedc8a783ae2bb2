import type { EarlyAccessRequest } from "@contracts/early-access-request.ts";
import type { SortColumns } from "#ui/sort.ts";
import { REQUEST_STATUSES, type RequestStatus } from "./request-status.ts";

/** The statuses that count for requests which the viewer works on: none moves while it is answered. */
export type HeldStatuses = ReadonlyMap<string, RequestStatus>;

/** The orders of the list, besides the newest first. */
export const orders = (held: HeldStatuses): SortColumns<EarlyAccessRequest> => ({
  submitted: { title: "Oldest first", value: ({ created_at }) => Date.parse(created_at) },
  company: { title: "Company", value: ({ company }) => company },
  name: { title: "Name", value: ({ name }) => name },
  status: {
    title: "Status",
    value: (request) => REQUEST_STATUSES.indexOf(statusOf(request, held)),
  },
});

const statusOf = ({ id, status }: EarlyAccessRequest, held: HeldStatuses) => held.get(id) ?? status;

/** How many requests have each status. */
export function countByStatus(
  submissions: readonly EarlyAccessRequest[],
): Readonly<Record<RequestStatus, number>> {
  const counts = { new: 0, contacted: 0, qualified: 0, not_interested: 0 };
  for (const { status } of submissions) counts[status] += 1;
  return counts;
}

/** The requests that contain the words of a text, with a status; null means any. */
export function findRequests(
  submissions: readonly EarlyAccessRequest[],
  text: string,
  status: RequestStatus | null,
  held: HeldStatuses,
): readonly EarlyAccessRequest[] {
  const matches = createMatcher(text);
  return submissions.filter(
    (request) => (status === null || statusOf(request, held) === status) && matches(request),
  );
}

/** A text that consists of a phone number, or of a part of one, and nothing else. */
const NUMBER = /^[\d\s+()./-]+$/;
/** With fewer digits than this, every second phone number would match. */
const FEWEST_DIGITS = 3;

/**
 * Whether a request contains every word of a text somewhere. Phone numbers are also found by their
 * digits alone, however they are written.
 */
function createMatcher(text: string): (submission: EarlyAccessRequest) => boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return () => true;
  const digits = keepDigits(text);
  const isNumber = NUMBER.test(text) && digits.length >= FEWEST_DIGITS;
  return (submission) => {
    if (isNumber && keepDigits(submission.phone).includes(digits)) return true;
    const all = joinTexts(submission);
    return words.every((word) => all.includes(word));
  };
}

function joinTexts(submission: EarlyAccessRequest): string {
  const { company, name, email, phone, current_crm, field_tech_count, notes } = submission;
  return [company, name, email, phone, current_crm, field_tech_count, notes ?? ""]
    .join("\n")
    .toLowerCase();
}

const keepDigits = (text: string) => text.replaceAll(/\D/g, "");
