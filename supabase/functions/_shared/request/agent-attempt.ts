import type { AiCall } from "../ai/turn.ts";
import { AGENTS } from "../contracts/agent.ts";
import type { LogStatus } from "../contracts/detailed-log.ts";
import { IDEMPOTENCY_KEY_HEADER, idempotencyKeySchema } from "../contracts/idempotency.ts";
import type { AgentFunction } from "./agent-function.ts";
import { type DetailedLogEntry, detailedLogEntry, type LoggedOutcome } from "./detailed-log.ts";
import type { Environment } from "./environment.ts";
import type { Clock } from "./ports.ts";
import { Refused } from "./refused.ts";
import type { RequestIdentity } from "./request-ledger.ts";

/** One attempt of a signed-in person to send a request, and the contents of its detailed row. */
export interface AgentAttempt {
  identity: RequestIdentity;
  /** Description of the payload; null until the body was read. */
  input: string | null;
  /** The provider calls made so far. */
  calls: AiCall[];
  entry: (status: LogStatus, outcome: LoggedOutcome) => DetailedLogEntry;
}

export function openAttempt(
  request: Request,
  person: string,
  spec: Pick<AgentFunction<never>, "agent" | "action">,
  environment: Environment,
  clock: Clock,
  startedAt: number,
): AgentAttempt {
  const sentKey = request.headers.get(IDEMPOTENCY_KEY_HEADER);
  const attempt: AgentAttempt = {
    // A request with an invalid key still gets a row of its own, under a new key.
    identity: {
      person,
      key: sentKey !== null && isKey(sentKey) ? sentKey : crypto.randomUUID(),
    },
    input: null,
    calls: [],
    entry: (status, outcome) =>
      detailedLogEntry(
        {
          agent: AGENTS[spec.agent].logged,
          action: spec.action,
          headers: request.headers,
          input: attempt.input,
          calls: attempt.calls,
          prices: environment.ai.prices,
          elapsedMs: clock.now() - startedAt,
        },
        status,
        outcome,
      ),
  };
  return attempt;
}

/**
 * @throws Refused 400 if the request has a key that is no UUID. A request without a key is
 *   accepted.
 */
export function checkKey(request: Request): void {
  const sentKey = request.headers.get(IDEMPOTENCY_KEY_HEADER);
  if (sentKey !== null && !isKey(sentKey)) {
    throw new Refused(400, "malformed", `${IDEMPOTENCY_KEY_HEADER} must be a UUID.`, {
      field: IDEMPOTENCY_KEY_HEADER,
    });
  }
}

function isKey(value: string): boolean {
  return idempotencyKeySchema.safeParse(value).success;
}
