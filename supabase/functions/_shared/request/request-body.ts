import type { z } from "zod/mini";
import { Refused } from "./refused.ts";
import { storableText } from "./storable-text.ts";

/**
 * Reads the body of a request or a response; null when it is larger than `limit` bytes. The stream is
 * counted as well, because a Content-Length may be missing or wrong.
 * @throws whatever the stream throws when it breaks off.
 */
export async function readBody(
  message: Pick<Request, "headers" | "body">,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (Number(message.headers.get("Content-Length")) > limit) return null;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const stream = (message.body ?? []) as unknown as AsyncIterable<Uint8Array<ArrayBuffer>>;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    // Leaving the loop cancels the stream.
    if (size > limit) return null;
    chunks.push(chunk);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/**
 * @param tooLarge the sentence for a body of more than `limit` bytes
 * @throws Refused 413 for that; 408 for a body that breaks off, which a device sends again
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

/**
 * Reads a JSON body, every text in it made storable by the database.
 * @param terms the greatest size in bytes, the sentence for larger bodies, and those for wrong fields
 * @throws Refused 413 when the body or one of its fields is too large; 408 when it breaks off; 400 when
 *   it is no JSON, or a field does not match the schema. The refusal names the outermost field.
 */
export async function readJson<T>(
  request: Request,
  schema: z.ZodMiniType<T>,
  terms: { limit: number; tooLarge: string; wrong?: Readonly<Record<string, string>> },
): Promise<T> {
  const body = await readRequestBody(request, terms.limit, terms.tooLarge);
  const parsed = schema.safeParse(parse(body));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const name = issue?.path[0];
  if (name === undefined) {
    throw new Refused(400, "malformed", "The request is not readable JSON.");
  }
  const field = String(name);
  if (issue?.code === "too_big") {
    throw new Refused(413, "too_large", `The ${field} is too long.`, { field });
  }
  throw malformed(field, terms.wrong?.[field] ?? `The ${field} is missing or not valid.`);
}

function parse(body: Uint8Array<ArrayBuffer>): unknown {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    return JSON.parse(text, (_, value) =>
      typeof value === "string" ? storableText(value) : value,
    );
  } catch {
    return null;
  }
}

export function malformed(field: string, message: string): Refused {
  return new Refused(400, "malformed", message, { field });
}

/** SHA-256 in lower-case hexadecimal. */
export async function sha256(data: ArrayBuffer | string): Promise<string> {
  const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
