import fc from "fast-check";
import { hostileBody } from "./hostile-values.ts";

/** Who sends it; `garbled` has an authorization that is none. */
export const SENDERS = ["nobody", "garbled", "suspended", "technician", "admin"] as const;
export type Sender = (typeof SENDERS)[number];

export interface HostileRequest {
  sender: Sender;
  /** What it is aimed at: `functions`, `rest`, `auth` or `storage`. */
  service: string;
  method: string;
  /** From the origin's root. */
  path: string;
  headers: Record<string, string>;
  body: Buffer | null;
}

/** Ids that exist, for requests that are nearly right. */
export interface Aims {
  company: string;
  otherCompany: string;
  /** Somebody who may come to harm. */
  bystander: string;
  file: string;
}

/** Mostly what is asked for. */
export const types = fc.oneof(
  { weight: 8, arbitrary: fc.constant("application/json") },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...[
        "text/plain",
        "text/csv",
        "application/xml",
        "multipart/form-data",
        "",
        "a/b; charset=\xff",
      ],
      ...["application/x-www-form-urlencoded", "application/json; charset=utf-16"],
      ...["application/vnd.pgrst.object+json", "application/octet-stream"],
    ),
  },
);

/** Mostly those who get further than the door. */
export const sender = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(...SENDERS) },
  { weight: 2, arbitrary: fc.constantFrom<Sender>("technician", "admin") },
);

/** A body of JSON, or of what was made of it, with a type that may say something else. */
export function jsonBody(text: fc.Arbitrary<string>) {
  return fc.tuple(types, hostileBody(text)).map(([type, body]) => ({ type, body }));
}
