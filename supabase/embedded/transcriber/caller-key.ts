/** The environment variable with the key of the callers, for the process of the transcriber. */
export const CALLER_KEY = "TRANSCRIBER_KEY";

/** Whether a request has the key: every page and every user of this machine can reach the port. */
export function hasKey(request: Request, key: string): boolean {
  return request.headers.get("authorization") === `Bearer ${key}`;
}

/** A refusal as OpenAI's API words it. @param retryAfter seconds */
export function refusal(status: number, message: string, retryAfter?: number): Response {
  return Response.json(
    { error: { message, type: status < 500 ? "invalid_request_error" : "server_error" } },
    { status, ...(retryAfter !== undefined && { headers: { "retry-after": String(retryAfter) } }) },
  );
}
