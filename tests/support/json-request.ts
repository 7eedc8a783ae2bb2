import { IDEMPOTENCY_KEY_HEADER } from "#supabase/functions/_shared/contracts/idempotency.ts";

export interface JsonRequestOptions {
  accessToken?: string;
  key?: string;
  headers?: Record<string, string>;
}

/** A call of a function with a JSON body, as the app sends it; other bodies are sent unchanged. */
export function jsonRequest(
  functionName: string,
  body: object | string | Uint8Array<ArrayBuffer> | ReadableStream | FormData,
  options: JsonRequestOptions = {},
): Request {
  const isForm = body instanceof FormData;
  const asItIs =
    isForm ||
    typeof body === "string" ||
    body instanceof Uint8Array ||
    body instanceof ReadableStream;
  return new Request(`http://functions.test/${functionName}`, {
    method: "POST",
    body: asItIs ? body : JSON.stringify(body),
    // Node requires this option for a body that is a stream.
    ...(body instanceof ReadableStream && { duplex: "half" }),
    headers: {
      // A form gets its own, with its boundary.
      ...(!isForm && { "Content-Type": "application/json" }),
      ...(options.accessToken !== undefined && { Authorization: `Bearer ${options.accessToken}` }),
      ...(options.key !== undefined && { [IDEMPOTENCY_KEY_HEADER]: options.key }),
      ...options.headers,
    },
  });
}
