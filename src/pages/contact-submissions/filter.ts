import type { EarlyAccessRequest } from "@contracts/early-access-request.ts";
import { SEARCH_LIMIT } from "#features/administration/list-in-address.ts";
import { type Sort, sortRows } from "#ui/sort.ts";
import { isRequestStatus, REQUEST_STATUSES, type RequestStatus } from "./request-status.ts";

/** The values by which requests can be sorted, by the name in the address. */
const SORT_VALUES = {
  submitted: ({ created_at }) => Date.parse(created_at),
  company: ({ company }) => company,
  name: ({ name }) => name,
  status: ({ status }) => REQUEST_STATUSES.indexOf(status),
} as const satisfies Record<string, (request: EarlyAccessRequest) => string | number>;
type SortColumn = keyof typeof SORT_VALUES;

/** The order of the list; null for the newest first. */
type RequestSort = (Sort & { column: SortColumn }) | null;

/** The filter and the order of the list. */
export interface Filter {
  /** Words that a request must contain. */
  text: string;
  /** Null means any status. */
  status: RequestStatus | null;
  sort: RequestSort;
}

/** The filter of an address; a value that this version does not know is no filter. */
export function readFilter(parameters: URLSearchParams): Filter {
  const status = parameters.get("status") ?? "";
  return {
    text: (parameters.get("search") ?? "").slice(0, SEARCH_LIMIT),
    status: isRequestStatus(status) ? status : null,
    sort: readRequestSort(parameters.get("sort") ?? ""),
  };
}

/** The parameters of an address with this filter. */
export function toParameters({ text, status, sort }: Filter): URLSearchParams {
  return new URLSearchParams({
    ...(status !== null && { status }),
    ...(sort !== null && { sort: sortText(sort) }),
    ...(text.trim() !== "" && { search: text }),
  });
}

/** An order as text: `company`, or `-company` for the last first; empty for the newest first. */
export function sortText(sort: Sort | null): string {
  return sort === null ? "" : `${sort.descending ? "-" : ""}${sort.column}`;
}

export function readRequestSort(text: string): RequestSort {
  const descending = text.startsWith("-");
  const column = descending ? text.slice(1) : text;
  return Object.hasOwn(SORT_VALUES, column) ? { column: column as SortColumn, descending } : null;
}

/** How many requests have each status. */
export function countByStatus(
  submissions: readonly EarlyAccessRequest[],
): Readonly<Record<RequestStatus, number>> {
  const counts = { new: 0, contacted: 0, qualified: 0, not_interested: 0 };
  for (const { status } of submissions) counts[status] += 1;
  return counts;
}

/**
 * The requests that match a filter, in its order.
 * @param submissions the newest first
 * @param held the statuses that count for requests which the viewer works on: a request must neither
 * disappear nor move while it is answered
 */
export function arranged(
  submissions: readonly EarlyAccessRequest[],
  { text, status, sort }: Filter,
  held: ReadonlyMap<string, RequestStatus>,
): readonly EarlyAccessRequest[] {
  const asHeld = (submission: EarlyAccessRequest) => ({
    ...submission,
    status: held.get(submission.id) ?? submission.status,
  });
  const matches = createMatcher(text);
  const found = submissions.filter(
    (submission) =>
      (status === null || asHeld(submission).status === status) && matches(submission),
  );
  if (sort === null) return found;
  const value = (submission: EarlyAccessRequest) => SORT_VALUES[sort.column](asHeld(submission));
  return sortRows(found, { [sort.column]: { title: "", value } }, sort);
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
