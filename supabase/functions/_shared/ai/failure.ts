import type { RefusalCode } from "../contracts/refusal.ts";
import { Refused } from "../request/refused.ts";

/** Thrown when the provider gave no usable answer, after all repetitions that made sense. */
export class AiFailure extends Error {
  override readonly name = "AiFailure";
  readonly kind: AiFailureKind;
  /** Seconds after which the provider accepts another attempt, if it said so. */
  readonly retryAfter: number | null;

  /** @param detail what happened, for the log: it may quote the provider. */
  constructor(kind: AiFailureKind, detail: string, retryAfter: number | null = null) {
    super(detail);
    this.kind = kind;
    this.retryAfter = retryAfter;
  }
}

/**
 * What the person is told of each failure, with the seconds until another attempt where one may
 * succeed and the provider has not said when.
 */
const REFUSALS = {
  not_configured: [503, "ai_not_configured", "No AI provider is set up yet."],
  refused: [502, "ai_failed", "The AI provider refused the request.", 300],
  declined: [422, "ai_declined", "The AI provider declined to answer this."],
  too_short: [422, "too_short", "This recording is too short to be transcribed."],
  too_large: [413, "too_large", "This is larger than the AI provider accepts."],
  unsupported: [415, "undecodable", "The AI provider cannot read this file's format."],
  broken: [502, "ai_failed", "The AI provider failed.", 30],
  busy: [503, "ai_failed", "The AI provider is busy.", 30],
} satisfies Record<string, Terms>;
type Terms = [status: number, code: RefusalCode, message: string, pause?: number];

/** Why the provider's part of a request failed. */
export type AiFailureKind = keyof typeof REFUSALS;

/** The refusal that the person gets. The provider's own words stay in the log. */
export function refusalForFailure({ kind, retryAfter }: AiFailure): Refused {
  const [status, code, message, pause]: Terms = REFUSALS[kind];
  const again = pause === undefined ? {} : { retryAfter: retryAfter ?? pause };
  return new Refused(status, code, message, again);
}
