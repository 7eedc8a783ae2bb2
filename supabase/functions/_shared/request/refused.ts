import type { RefusalCode } from "../contracts/refusal.ts";

/** Thrown when a request cannot be answered; becomes the body that all refusals have. */
export class Refused extends Error {
  override readonly name = "Refused";
  readonly status: number;
  readonly code: RefusalCode;
  /** The field that is wrong, and the seconds after which the caller may try again. */
  readonly more: { field?: string; retryAfter?: number };

  /** @param message one clear sentence for the person. */
  constructor(status: number, code: RefusalCode, message: string, more: Refused["more"] = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.more = more;
  }
}

/** For a request beyond the person's pace. @param retryAfter seconds */
export function tooMuch(retryAfter: number): Refused {
  const message = "That was a lot at once. It will work again in a while.";
  return new Refused(429, "rate_limited", message, { retryAfter });
}
