import fc from "fast-check";
import { hostileBody } from "./hostile-values.ts";

/** The sender of a request; `garbled` has an invalid authorization header. */
const SENDERS = ["nobody", "garbled", "suspended", "technician", "admin"] as const;
export type Sender = (typeof SENDERS)[number];

export interface HostileRequest {
  sender: Sender;
  /** The service that it is aimed at: `functions`, `rest`, `auth` or `storage`. */
  service: string;
  method: string;
  /** The path from the origin's root. */
  path: string;
  headers: Record<string, string>;
  body: Buffer | null;
}

/** Existing ids, for requests that are nearly valid. */
export interface Aims {
  company: string;
  otherCompany: string;
  /** A person whom the requests may try to harm. */
  bystander: string;
  /** With which a system of the company sends jobs. */
  jobToken: string;
  file: string;
}

/** Content types; mostly the expected one. */
export const types = fc.oneof(
  { weight: 8, arbitrary: fc.constant("application/json") },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...["text/plain", "text/csv", "application/xml", "multipart/form-data", ""],
      "a/b; charset=\xff",
      ...["application/x-www-form-urlencoded", "application/json; charset=utf-16"],
      ...["application/vnd.pgrst.object+json", "application/octet-stream"],
    ),
  },
);

/** Mostly senders whose requests get past the authorization. */
export const sender = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(...SENDERS) },
  { weight: 2, arbitrary: fc.constantFrom<Sender>("technician", "admin") },
);

/** A JSON body, possibly damaged, with a content type that may not match it. */
export function jsonBody(text: fc.Arbitrary<string>) {
  return fc.tuple(types, hostileBody(text)).map(([type, body]) => ({ type, body }));
}
