import type { Context, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { z } from "zod/mini";
import type { AuthCode } from "#supabase/functions/_shared/contracts/auth-code.ts";
import { authWording } from "../http/refusal-wording.ts";
import type { Caller } from "./account-rows.ts";

/** Answers everything under `/auth/v1`. */
export type Auth = (request: Request, clientAddress: string) => Promise<Response>;

/** What an auth route receives besides its request. */
export interface AuthEnv {
  Bindings: { clientAddress: string };
  /** Where a route needs a session. */
  Variables: { caller: Caller };
}
export type AuthContext = Context<AuthEnv>;

/** A refusal worded like GoTrue's, as `{ code, error_code, msg }`. */
export class AuthFailure extends Error {
  readonly status: number;
  readonly errorCode: AuthCode;
  /** Seconds after which the client may try again. */
  readonly retryAfter: number | undefined;

  constructor(status: number, errorCode: AuthCode, message: string, retryAfter?: number) {
    super(message);
    this.name = "AuthFailure";
    this.status = status;
    this.errorCode = errorCode;
    this.retryAfter = retryAfter;
  }

  reply(): Response {
    const headers = new Headers({ "x-sb-error-code": this.errorCode });
    if (this.retryAfter !== undefined) headers.set("retry-after", String(this.retryAfter));
    const body = authWording(this.status, this.errorCode, this.message);
    return Response.json(body, { status: this.status, headers });
  }

  /** Sends the browser back with the reason in the fragment, as GoTrue does. */
  redirect(address: string): Response {
    const [page] = address.split("#");
    const reason = { error_code: this.errorCode, error_description: this.message };
    return redirect(`${page}#${new URLSearchParams({ error: "access_denied", ...reason })}`);
  }
}

/**
 * Answers refusals and unknown routes as GoTrue does.
 * @param describe the message for any other error, which is logged
 */
export function answerFailures(api: Hono<AuthEnv>, describe: (method: string) => string): void {
  api.notFound((c) => c.text("404 page not found\n", 404));
  api.onError((error, c) => {
    if (error instanceof AuthFailure) return error.reply();
    // A refusal of @supabase/lite is answered as it is.
    if (error instanceof HTTPException && error.res) return error.res;
    console.error(`${c.req.method} ${c.req.path} failed: ${error.message}`);
    return new AuthFailure(500, "unexpected_failure", describe(c.req.method)).reply();
  });
}

export function redirect(location: string): Response {
  return new Response(null, { status: 303, headers: { location } });
}

/**
 * The address to which a browser wants to return, if it is on one of these origins; null if it is
 * not, or if none is given.
 */
export function returnAddress(
  wanted: string | undefined,
  origins: readonly string[],
): string | null {
  const url = wanted === undefined ? null : URL.parse(wanted);
  return url !== null && origins.includes(url.origin) ? url.href : null;
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

/** Reads a request's body, which must match the route's schema. @throws AuthFailure 400 */
export async function readBody<Schema extends z.ZodMiniType>(
  c: AuthContext,
  schema: Schema,
): Promise<z.output<Schema>> {
  const body: unknown = await c.req.raw.json().catch(() => {
    throw new AuthFailure(400, "bad_json", "Could not parse request body as JSON");
  });
  return checked(body, schema);
}

/** Returns what a request gave, if it matches the route's schema. @throws AuthFailure 400 */
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

const idSchema = z.uuid();

/** Reads an id of an address. @throws AuthFailure 404 for what is none */
export function readId(given: string | undefined, name: string): string {
  const parsed = idSchema.safeParse(given);
  if (parsed.success) return parsed.data.toLowerCase();
  throw new AuthFailure(404, "validation_failed", `${name} must be an UUID`);
}

/**
 * Asks @supabase/lite by a new request, with only the key and the token of the client's request.
 * @param path below `/auth/v1/`
 */
export async function askLite(
  lite: Auth,
  c: AuthContext,
  path: string,
  options: { method?: "POST"; body?: Record<string, string>; withToken?: boolean } = {},
): Promise<Response> {
  const { origin, searchParams } = new URL(c.req.url);
  const headers = new Headers();
  const key = c.req.header("apikey") ?? searchParams.get("apikey");
  const authorization = c.req.header("authorization");
  if (key !== null) headers.set("apikey", key);
  if (authorization !== undefined && options.withToken !== false) {
    headers.set("authorization", authorization);
  }
  const { method = "GET", body } = options;
  if (body) headers.set("content-type", "application/json");
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  return await lite(new Request(`${origin}/auth/v1/${path}`, init), c.env.clientAddress);
}
