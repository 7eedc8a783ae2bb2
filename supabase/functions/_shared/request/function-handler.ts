import { computeCost } from "../ai/prices.ts";
import type { AiCall } from "../ai/turn.ts";
import { REQUEST_ID_HEADER, requestIdSchema } from "../contracts/function-call.ts";
import { IDEMPOTENCY_KEY_HEADER } from "../contracts/idempotency.ts";
import type { Refusal } from "../contracts/refusal.ts";
import type { Environment } from "./environment.ts";
import type { Ports } from "./ports.ts";
import { Refused } from "./refused.ts";

/** What a function's work adds to the log's line about a request. */
export interface CallNotes {
  /** The id of the person who called. */
  person: string | null;
  /** Each call of the AI provider is added to it as it is made. */
  calls: AiCall[];
}

/**
 * Adds to a function what all functions share: preflight requests, POST alone, the body that all
 * refusals have, the origins that may read the reply, and a line in the log for each request.
 * @param serve returns the reply's status and its JSON
 */
export function createFunctionHandler(
  name: string,
  environment: Environment,
  ports: Ports,
  serve: (request: Request, notes: CallNotes) => Promise<{ status: number; reply: unknown }>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const origin = request.headers.get("Origin");
    const allowed = (reply: Response) => allowOrigin(reply, origin, environment.allowedOrigins);
    if (request.method === "OPTIONS") return allowed(preflightReply());
    const startedAt = ports.clock.now();
    const requestId =
      requestIdSchema.safeParse(request.headers.get(REQUEST_ID_HEADER)).data ?? crypto.randomUUID();
    const notes: CallNotes = { person: null, calls: [] };
    let outcome = "success";
    let reply: Response;
    try {
      if (request.method !== "POST") {
        throw new Refused(405, "method_not_allowed", "Only POST is answered here.");
      }
      const served = await serve(request, notes);
      reply = Response.json(served.reply, { status: served.status });
    } catch (error) {
      // An error of our side is for the operator; the person gets only one sentence.
      if (!(error instanceof Refused)) console.error(error);
      const internal = new Refused(500, "internal", "Something went wrong on our side.");
      const refusal = error instanceof Refused ? error : internal;
      outcome = refusal.code;
      reply = refusalReply(refusal);
    }
    reply.headers.set("Cache-Control", "no-store");
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
        cost: computeCost(call, environment.ai.prices),
      })),
    });
    return allowed(reply);
  };
}

function refusalReply({ status, code, message, more }: Refused): Response {
  const { field, retryAfter } = more;
  const body: Refusal = { error: { code, message, ...(field !== undefined && { field }) } };
  const reply = Response.json(body, { status });
  if (retryAfter !== undefined) reply.headers.set("Retry-After", String(retryAfter));
  return reply;
}

/** The answer to a browser's preflight request. */
function preflightReply(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      "Access-Control-Allow-Methods": "POST, OPTIONS",
      "Access-Control-Allow-Headers": `authorization, apikey, content-type, ${IDEMPOTENCY_KEY_HEADER.toLowerCase()}, x-client-info`,
      "Access-Control-Max-Age": "86400",
    },
  });
}

/** Lets the pages of the allowed origins read a reply, its `Retry-After` included. */
function allowOrigin(reply: Response, origin: string | null, allowed: readonly string[]): Response {
  const any = allowed.includes("*");
  if (any) reply.headers.set("Access-Control-Allow-Origin", "*");
  else if (origin && allowed.includes(origin)) {
    reply.headers.set("Access-Control-Allow-Origin", origin);
  }
  if (!any) reply.headers.append("Vary", "Origin");
  reply.headers.set("Access-Control-Expose-Headers", `Retry-After, ${REQUEST_ID_HEADER}`);
  return reply;
}
