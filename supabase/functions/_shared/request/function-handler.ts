import { costOf } from "../ai/prices.ts";
import type { AiCall } from "../ai/turn.ts";
import { REQUEST_ID_HEADER, requestIdSchema } from "../contracts/function-call.ts";
import type { Environment } from "./environment.ts";
import type { Ports } from "./ports.ts";
import { Refused } from "./refused.ts";
import { allowOrigin, preflightReply, refusalReply } from "./replies.ts";

/** What a function's work adds to the log's line about a request. */
export interface CallNotes {
  /** The id of the person who called. */
  person: string | null;
  /** The provider calls made so far. */
  calls: readonly AiCall[];
}

/**
 * Adds to a function what all functions share: it answers preflight requests, accepts only POST,
 * turns every error into the body that all refusals have, names the origins that may read the reply,
 * and logs a line for the request, whose id it gives back.
 */
export function createFunctionHandler(
  name: string,
  environment: Environment,
  ports: Ports,
  serve: (request: Request, notes: CallNotes) => Promise<Response>,
): (request: Request) => Promise<Response> {
  const allowed = (request: Request, reply: Response) =>
    allowOrigin(reply, request.headers.get("Origin"), environment.allowedOrigins);

  return async (request) => {
    if (request.method === "OPTIONS") return allowed(request, preflightReply());
    const startedAt = ports.clock.now();
    const requestId = requestIdOf(request.headers);
    const notes: CallNotes = { person: null, calls: [] };
    let outcome = "success";
    const reply = await answered(request, (sent) => serve(sent, notes)).catch((error) => {
      const refusal = refusalOf(error);
      outcome = refusal.code;
      return refusalReply(refusal);
    });
    reply.headers.set(REQUEST_ID_HEADER, requestId);
    ports.log({
      event: "function call",
      time: new Date(ports.clock.now()).toISOString(),
      level: reply.status === 500 ? "error" : "info",
      request_id: requestId,
      person_id: notes.person,
      function: name,
      status: reply.status,
      outcome,
      ms: ports.clock.now() - startedAt,
      provider: notes.calls.map((call) => ({
        model: call.model,
        ms: call.elapsedMs,
        cost: costOf(call, environment.ai.prices),
      })),
    });
    return allowed(request, reply);
  };
}

/** The id that a request brings, if it is one, or else a new one. */
function requestIdOf(headers: Headers): string {
  return requestIdSchema.safeParse(headers.get(REQUEST_ID_HEADER)).data ?? crypto.randomUUID();
}

async function answered(
  request: Request,
  serve: (request: Request) => Promise<Response>,
): Promise<Response> {
  if (request.method !== "POST") {
    throw new Refused(405, "method_not_allowed", "Only POST is answered here.");
  }
  return await serve(request);
}

/** Logs an error of our side for the operator; the person gets only one sentence. */
function refusalOf(error: unknown): Refused {
  if (error instanceof Refused) return error;
  console.error(error);
  return new Refused(500, "internal", "Something went wrong on our side.");
}
