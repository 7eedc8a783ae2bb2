import { AiFailure, refusalOfFailure } from "../ai/failure.ts";
import { startTurn } from "../ai/turn.ts";
import type { AgentAttempt } from "./agent-attempt.ts";
import type { AgentFunction, Answer, ParsedBody } from "./agent-function.ts";
import type { Environment } from "./environment.ts";
import type { Ports } from "./ports.ts";
import { Refused } from "./refused.ts";
import { jsonReply } from "./replies.ts";
import type { Beginning, RequestLedger } from "./request-ledger.ts";
import type { ServiceRest } from "./service-rest.ts";
import { Stopped, unlessStopped } from "./stopping.ts";

/** When a request that was given up may be sent again, in seconds. */
const RESTART_PAUSE = 5;

export interface Workplace<Input> {
  spec: AgentFunction<Input>;
  environment: Environment;
  ports: Ports;
  rest: ServiceRest;
  ledger: RequestLedger;
  /** How long the provider may take, in ms. */
  budgetMs: number;
  /** The claim's lease, which is longer. */
  leaseSeconds: number;
}

/**
 * Does the work of a request that was just claimed, and ends the claim: by storing the reply, or by
 * giving the claim back so that the request can be tried again.
 * @throws Refused, or the error that occurred on our side.
 */
export async function doClaimedWork<Input>(
  { spec, environment, ports, rest, ledger, budgetMs, leaseSeconds }: Workplace<Input>,
  attempt: AgentAttempt,
  body: ParsedBody<Input>,
  {
    profile: caller,
    token,
    prompts,
    terms,
    kept: before,
  }: Extract<Beginning, { outcome: "claimed" }>,
): Promise<Response> {
  const { identity } = attempt;
  let answer: Answer;
  let kept: object | null = null;
  const keep = (value: object) => {
    kept = value;
  };
  try {
    const turn = startTurn(ports, attempt.calls, budgetMs);
    const settings = { prompts, terms };
    const work = spec.work(body.input, {
      ...{ caller, environment, rest, settings, turn },
      ...{ kept: before, keep },
    });
    answer = await unlessStopped(work, ports.stopping);
  } catch (error) {
    const byProvider = error instanceof AiFailure;
    const entry = attempt.entry(byProvider ? "failed" : "error", { error });
    // If even this fails, the claim ends with its lease.
    await ledger.release(identity, token, entry, kept).catch(console.error);
    if (error instanceof Stopped) throw stoppedRefusal();
    throw byProvider ? refusalOfFailure(error) : error;
  }

  const stored = { status: 200, reply: answer.reply };
  const { output, files = [], grounding = null } = answer;
  const entry = attempt.entry("success", { output, files, grounding });
  try {
    if (await ledger.finish(identity, token, stored, entry)) return jsonReply(200, answer.reply);
  } catch (error) {
    await ledger.release(identity, token, attempt.entry("error", { error })).catch(console.error);
    throw error;
  }

  // The lease ran out and another call took the request over: that call's reply counts, unless it
  // gave the claim back.
  const again = await ledger.claim(identity, body.hash, leaseSeconds);
  if (again.outcome === "finished") return jsonReply(again.status, again.reply);
  if (again.outcome === "claimed" && (await ledger.finish(identity, again.token, stored, entry))) {
    return jsonReply(200, answer.reply);
  }
  throw inFlight(again.outcome === "in_flight" ? again.retry_after : 1);
}

/** For a request whose work was given up because the server ends: the next one takes it up. */
function stoppedRefusal(): Refused {
  return new Refused(503, "internal", "The server is being restarted. Please try again.", {
    retryAfter: RESTART_PAUSE,
  });
}

/** For a request that another call is working on. @param retryAfter seconds */
export function inFlight(retryAfter: number): Refused {
  return new Refused(409, "in_flight", "This request is already being worked on.", { retryAfter });
}
