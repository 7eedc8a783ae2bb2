import type { Context, MiddlewareHandler } from "hono";
import { REQUEST_ID_HEADER } from "#supabase/functions/_shared/contracts/function-call.ts";

/** How long browsers may remember that a call is allowed, in seconds. */
const PREFLIGHT_AGE = "86400";

/** Headers of an answer that a page of another origin may read. */
const EXPOSED = `Content-Disposition, Content-Location, Content-Range, ETag, Preference-Applied, Retry-After, ${REQUEST_ID_HEADER}`;

/**
 * Lets pages of other origins call the backend: of the origins listed, or of any with `*`. The
 * app's own pages need no permission. Preflight requests are answered before anything else is done.
 * CORS headers that auth, REST, storage and functions have set are removed.
 */
export function crossOrigin(allowed: readonly string[]): MiddlewareHandler {
  const any = allowed.includes("*");
  return async (c, next) => {
    const origin = c.req.header("origin");
    const granted = any ? "*" : allowed.find((each) => each === origin);
    const isQuestion =
      c.req.method === "OPTIONS" && c.req.header("access-control-request-method") !== undefined;

    if (isQuestion) c.res = new Response(null, { status: 204 });
    else {
      await next();
      forgetLeaves(c);
    }
    if (!any) c.header("vary", "Origin", { append: true });
    if (granted === undefined) return;
    c.header("access-control-allow-origin", granted);
    if (!isQuestion) return c.header("access-control-expose-headers", EXPOSED);
    c.header("access-control-allow-methods", "GET, HEAD, POST, PUT, PATCH, DELETE");
    c.header("access-control-allow-headers", c.req.header("access-control-request-headers") ?? "");
    c.header("vary", "Access-Control-Request-Headers", { append: true });
    c.header("access-control-max-age", PREFLIGHT_AGE);
  };
}

function forgetLeaves(c: Context): void {
  for (const name of [...c.res.headers.keys()]) {
    if (name.startsWith("access-control-")) c.header(name, undefined);
  }
}
