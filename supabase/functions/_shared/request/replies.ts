import { REQUEST_ID_HEADER } from "../contracts/function-call.ts";
import { IDEMPOTENCY_KEY_HEADER } from "../contracts/idempotency.ts";
import type { Refusal } from "../contracts/refusal.ts";
import type { Refused } from "./refused.ts";

export function jsonReply(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Response {
  return Response.json(body, { status, headers: { "Cache-Control": "no-store", ...headers } });
}

export function refusalReply({ status, code, message, field, retryAfter }: Refused): Response {
  const body: Refusal = { error: { code, message, ...(field !== undefined && { field }) } };
  return jsonReply(
    status,
    body,
    retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) },
  );
}

/** The answer to a browser's preflight request. */
export function preflightReply(): Response {
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
export function allowOrigin(
  reply: Response,
  origin: string | null,
  allowed: readonly string[],
): Response {
  const any = allowed.includes("*");
  if (any) reply.headers.set("Access-Control-Allow-Origin", "*");
  else if (origin && allowed.includes(origin)) {
    reply.headers.set("Access-Control-Allow-Origin", origin);
  }
  if (!any) reply.headers.append("Vary", "Origin");
  reply.headers.set("Access-Control-Expose-Headers", `Retry-After, ${REQUEST_ID_HEADER}`);
  return reply;
}
