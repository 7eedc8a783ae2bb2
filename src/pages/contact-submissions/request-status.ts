import type { EarlyAccessRequest } from "@contracts/early-access-request.ts";

export type RequestStatus = EarlyAccessRequest["status"];

export const STATUS_NAMES: Readonly<Record<RequestStatus, string>> = {
  new: "New",
  contacted: "Contacted",
  qualified: "Qualified",
  not_interested: "Not Interested",
};

/** In the order in which a request usually goes through them. */
export const REQUEST_STATUSES = Object.keys(STATUS_NAMES) as RequestStatus[];

export function isRequestStatus(value: string): value is RequestStatus {
  return Object.hasOwn(STATUS_NAMES, value);
}
