import type { Context, MiddlewareHandler } from "hono";

/** How long browsers may remember that a call is allowed, in seconds. */
const PREFLIGHT_AGE = "86400";

/** What a page of another origin may read of an answer beside its body. */
const EXPOSED =
  "Content-Disposition, Content-Location, Content-Range, ETag, Preference-Applied, Retry-After";

/**
 * Lets pages of other origins call the backend: of the origins listed, or of any with `*`. Pages of
 * the app itself need no leave. Who asks whether they may is answered before anything else is done.
 * What the answers of auth, REST, storage and functions say about other origins does not count.
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
