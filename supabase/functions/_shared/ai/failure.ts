import { Refused } from "../request/refused.ts";

/** Why the provider's part of a request failed. */
export type AiFailureKind =
  | "not_configured"
  | "refused"
  | "declined"
  | "unsupported"
  | "too_short"
  | "too_large"
  | "broken"
  | "busy";

/** Thrown when the provider gave no usable answer, after all repetitions that made sense. */
export class AiFailure extends Error {
  readonly kind: AiFailureKind;
  /** Seconds after which the provider accepts another attempt, if it said so. */
  readonly retryAfter: number | null;

  /** @param detail what happened, for the log: it may quote the provider. */
  constructor(kind: AiFailureKind, detail: string, retryAfter: number | null = null) {
    super(detail);
    this.name = "AiFailure";
    this.kind = kind;
    this.retryAfter = retryAfter;
  }
}

/** The refusal that the person gets. The provider's own words stay in the log. */
export function refusalOfFailure(failure: AiFailure): Refused {
  const retryAfter = failure.retryAfter;
  switch (failure.kind) {
    case "not_configured":
      return new Refused(503, "ai_not_configured", "No AI provider is set up yet.");
    case "refused":
      return new Refused(502, "ai_failed", "The AI provider refused the request.", {
        retryAfter: retryAfter ?? 300,
      });
    case "declined":
      return new Refused(422, "ai_declined", "The AI provider declined to answer this.");
    case "too_short":
      return new Refused(422, "too_short", "This recording is too short to be transcribed.");
    case "too_large":
      return new Refused(413, "too_large", "This is larger than the AI provider accepts.");
    case "unsupported":
      return new Refused(415, "undecodable", "The AI provider cannot read this file's format.");
    case "broken":
      return new Refused(502, "ai_failed", "The AI provider failed.", {
        retryAfter: retryAfter ?? 30,
      });
    case "busy":
      return new Refused(503, "ai_failed", "The AI provider is busy.", {
        retryAfter: retryAfter ?? 30,
      });
  }
}
