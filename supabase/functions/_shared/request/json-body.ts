import type { z } from "zod/mini";
import { readRequestBody } from "./body-limit.ts";
import { Refused } from "./refused.ts";
import { storableText } from "./storable-text.ts";

/**
 * Reads a JSON body. Before the schema checks it, every text in it is made storable by the
 * database.
 * @param terms.limit greatest size in bytes, `terms.tooLarge` the sentence for larger bodies,
 *   `terms.wrong` those for fields that need more than "missing or not valid".
 * @throws Refused 413 when the body or one of its fields is too large; 408 when it breaks
 *   off; 400 when it is no JSON, or a field does not match the schema. The refusal names the
 *   outermost field.
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
  const field = issue?.path[0];
  if (field === undefined) throw unreadable();
  const name = String(field);
  throw issue?.code === "too_big"
    ? new Refused(413, "too_large", `The ${name} is too long.`, { field: name })
    : new Refused(400, "malformed", terms.wrong?.[name] ?? `The ${name} is missing or not valid.`, {
        field: name,
      });
}

function parse(body: Uint8Array<ArrayBuffer>): unknown {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    return JSON.parse(text, (_, value) =>
      typeof value === "string" ? storableText(value) : value,
    );
  } catch {
    throw unreadable();
  }
}

function unreadable(): Refused {
  return new Refused(400, "malformed", "The request is not readable JSON.");
}
