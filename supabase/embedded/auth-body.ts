import type { MiddlewareHandler } from "hono";
import { z } from "zod/mini";
import { AuthFailure } from "./auth-failure.ts";

/** Nothing that a database refuses: no zero character, no half of a pair. */
const text = z.nullish(z.string().check(z.regex(/^[^\0\p{Cs}]*$/u)));

/** What Auth reads as texts, in whatever request. */
const bodySchema = z.looseObject({
  email: text,
  phone: text,
  password: text,
  refresh_token: text,
  token: text,
  token_hash: text,
  type: text,
  auth_code: text,
  code_verifier: text,
  provider: text,
  id_token: text,
});

/** Refuses bodies of another shape as GoTrue does, where @supabase/lite answers with 500. */
export const authBody: MiddlewareHandler = async (c, next) => {
  const { method } = c.req;
  if (method !== "POST" && method !== "PUT") return await next();
  const parsed = bodySchema.safeParse(json(await c.req.raw.clone().text()));
  if (parsed.success) return await next();
  const field = parsed.error.issues[0]?.path[0];
  const complaint =
    field === undefined
      ? new AuthFailure(400, "bad_json", "Could not parse request body as JSON")
      : new AuthFailure(400, "validation_failed", `The ${String(field)} cannot be used`);
  return complaint.reply();
};

/** An empty object for what is no JSON at all: Auth itself says so. */
function json(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return {};
  }
}
