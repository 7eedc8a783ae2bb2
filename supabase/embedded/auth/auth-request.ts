import { z } from "zod/mini";
import { AuthFailure } from "./auth-failure.ts";

/** Answers everything under `/auth/v1`. */
export type Auth = (request: Request, clientAddress: string) => Promise<Response>;

/** What an auth route receives besides its request. */
export interface AuthEnv {
  Bindings: { clientAddress: string };
}

/** Text that the database accepts: no NUL character and no unpaired surrogate. */
export const text = (longest: number) =>
  z.string().check(z.maxLength(longest), z.regex(/^[^\0\p{Cs}]*$/u));

/** At most as long as the database column. */
export const address = text(255);
/** Real passwords are not longer, and longer ones are not worth hashing. */
export const secret = text(1000);

/** supabase-js sends this with every form, even if no captcha is asked for. */
export const captcha = z.optional(z.strictObject({ captcha_token: z.optional(z.string()) }));
/** supabase-js sends this with every request for a mail; links here need no PKCE challenge. */
export const noChallenge = z.nullish(z.null());

/**
 * Reads a request's body, which must match the route's schema.
 * @throws AuthFailure 400
 */
export async function readBody<Schema extends z.ZodMiniType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  const body: unknown = await request.json().catch(() => {
    throw new AuthFailure(400, "bad_json", "Could not parse request body as JSON");
  });
  return checked(body, schema);
}

/**
 * Returns what a request gave, if it matches the route's schema.
 * @throws AuthFailure 400
 */
export function checked<Schema extends z.ZodMiniType>(
  given: unknown,
  schema: Schema,
): z.output<Schema> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const unknown = issue?.code === "unrecognized_keys" ? issue.keys[0] : undefined;
  const field = unknown ?? issue?.path[0] ?? "body";
  throw new AuthFailure(400, "validation_failed", `The ${String(field)} cannot be used`);
}

/**
 * Builds a new request for @supabase/lite, with only the key and the token of the client's request.
 * @param path below `/auth/v1/`
 */
export function rebuilt(
  from: Request,
  method: "GET" | "POST",
  path: string,
  body?: Record<string, string>,
): Request {
  const { origin, searchParams } = new URL(from.url);
  const headers = new Headers();
  const key = from.headers.get("apikey") ?? searchParams.get("apikey");
  const authorization = from.headers.get("authorization");
  if (key !== null) headers.set("apikey", key);
  if (authorization !== null) headers.set("authorization", authorization);
  if (body === undefined) return new Request(`${origin}/auth/v1/${path}`, { method, headers });
  headers.set("content-type", "application/json");
  return new Request(`${origin}/auth/v1/${path}`, { method, headers, body: JSON.stringify(body) });
}
