import { Refused } from "./refused.ts";

/**
 * Reads the body of a request or a response, never holding more than the limit. The stream is
 * counted as well, because a Content-Length may be missing or wrong.
 * @returns null when the body is larger than `limit` bytes.
 * @throws whatever the stream throws when it breaks off.
 */
export async function readBody(
  message: Pick<Request, "headers" | "body">,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (Number(message.headers.get("Content-Length")) > limit) return null;

  const chunks: Uint8Array[] = [];
  let size = 0;
  if (message.body) {
    for await (const chunk of message.body as unknown as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      // Leaving the loop cancels the stream.
      if (size > limit) return null;
      chunks.push(chunk);
    }
  }

  const body = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    body.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return body;
}

/**
 * Reads the body of a request.
 * @param tooLarge the sentence for a body of more than `limit` bytes
 * @throws Refused 413 for that; 408 for a body that breaks off: a device sends it again, as it does
 *   after any failure of the connection
 */
export async function readRequestBody(
  request: Request,
  limit: number,
  tooLarge: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const body = await readBody(request, limit).catch(() => {
    throw new Refused(408, "internal", "The request broke off before its end.");
  });
  if (body === null) throw new Refused(413, "too_large", tooLarge);
  return body;
}
