import type { EarlyAccessRequest } from "@contracts/early-access-request.ts";
import type { RequestStatus } from "./request-status.ts";

/** Which requests are looked at. */
export interface Filter {
  /** Part of a name, a company or an email address. */
  text: string;
  /** Null: any. */
  status: RequestStatus | null;
}

export const ALL: Filter = { text: "", status: null };

/**
 * The requests that a filter lets through.
 * @param held ids of those that stay whatever their status becomes: one that is answered must not
 * vanish under the hand that answers it
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
