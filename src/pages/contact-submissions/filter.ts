import type { EarlyAccessRequest } from "@contracts/early-access-request.ts";
import type { RequestStatus } from "./request-status.ts";

/** The filters of the list. */
export interface Filter {
  /** A part of a name, a company or an email address. */
  text: string;
  /** Null means any status. */
  status: RequestStatus | null;
}

export const ALL: Filter = { text: "", status: null };

/**
 * The requests that match a filter.
 * @param held ids of requests that stay even if their status no longer matches: a request must not
 * disappear while the viewer answers it
 */
export function filtered(
  submissions: readonly EarlyAccessRequest[],
  { text, status }: Filter,
  held: ReadonlySet<string>,
): readonly EarlyAccessRequest[] {
  const sought = text.trim().toLowerCase();
  if (sought === "" && status === null) return submissions;
  return submissions.filter(
    (submission) =>
      (status === null || submission.status === status || held.has(submission.id)) &&
      [submission.name, submission.company, submission.email].some((part) =>
        part.toLowerCase().includes(sought),
      ),
  );
}
