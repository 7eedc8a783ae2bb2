import type { Environment } from "./environment.ts";
import { Refused } from "./refused.ts";
import { allowOrigin, preflightReply, refusalReply } from "./replies.ts";

/**
 * Adds to a function what all functions share: it answers preflight requests, accepts only POST,
 * turns every error into the body that all refusals have, and names the origins that may read the
 * reply.
 */
export function createFunctionHandler(
  environment: Environment,
  serve: (request: Request) => Promise<Response>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const reply =
      request.method === "OPTIONS"
        ? preflightReply()
        : await answered(request, serve).catch(refusalOf);
    return allowOrigin(reply, request.headers.get("Origin"), environment.allowedOrigins);
  };
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
function refusalOf(error: unknown): Response {
  if (error instanceof Refused) return refusalReply(error);
  console.error(error);
  return refusalReply(new Refused(500, "internal", "Something went wrong on our side."));
}
