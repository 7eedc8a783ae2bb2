import type { MiddlewareHandler } from "hono";
import { REQUEST_ID_HEADER } from "#supabase/functions/_shared/contracts/function-call.ts";
import type { Settings } from "../setup/settings.ts";
import { isLoopback } from "./network-address.ts";

/** How long browsers may remember that a call is allowed, in seconds. */
const PREFLIGHT_AGE = "86400";

/** Headers of an answer that a page of another origin may read. */
const EXPOSED = `Content-Disposition, Content-Location, Content-Range, ETag, Preference-Applied, Retry-After, ${REQUEST_ID_HEADER}`;

/**
 * Lets pages of other origins call the backend: of the origins listed, or of any with `*`. CORS headers
 * that auth, REST, storage and functions have set are removed.
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
      for (const name of [...c.res.headers.keys()]) {
        if (name.startsWith("access-control-")) c.header(name, undefined);
      }
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

/** What decides at which addresses a backend is opened. */
export type MeantFor = Pick<Settings, "host" | "publicUrl">;

const REFUSAL =
  "This server does not answer for that host name. Open it at its own address; whoever runs it sets PUBLIC_URL to the address that people use.\n";

/**
 * Refuses requests for other hosts with 421. In DNS rebinding, a foreign page's host name points to this
 * machine, so that the browser takes the page and the backend for one origin.
 * @param headers sets the headers that every answer of the backend has
 */
export function expectedHost(meantFor: MeantFor, headers: MiddlewareHandler): MiddlewareHandler {
  return async (c, next) => {
    const asked = readHostname(c.req.url);
    const header = c.req.header("host");
    const named = header === undefined ? asked : readHostname(`http://${header}`);
    if ([asked, named].every((name) => isExpected(name, meantFor))) return await next();
    await headers(c, async () => {
      c.res = c.text(REFUSAL, 421, { "cache-control": "no-store" });
    });
  };
}

/** Whether a request's `Host` header names this server. */
export function isExpectedHost(header: string | undefined, meantFor: MeantFor): boolean {
  return isExpected(readHostname(`http://${header}`), meantFor);
}

/** @param hostname as `URL` writes it; null if it cannot be read */
export function isExpected(hostname: string | null, { host, publicUrl }: MeantFor): boolean {
  if (hostname === null) return false;
  const own = host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
  if (isLoopback(hostname) || hostname === readHostname(`http://${own}`)) return true;
  if (publicUrl !== undefined && hostname === readHostname(publicUrl)) return true;
  // A server that listens on every address does not know them all, so any IP address is accepted:
  // DNS rebinding needs a name.
  const isAddress = hostname.startsWith("[") || /^\d+(\.\d+){3}$/.test(hostname);
  return (host === "0.0.0.0" || host === "::") && isAddress;
}

function readHostname(address: string): string | null {
  return URL.parse(address)?.hostname || null;
}
