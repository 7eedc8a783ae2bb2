import type { MiddlewareHandler } from "hono";
import { isLoopback } from "../setup/loopback.ts";

/** The addresses at which a backend is meant to be opened. */
export interface MeantFor {
  /** The host it listens on, as in the settings. */
  host: string;
  /** Origin of the proxy in front of it. */
  publicUrl: string | undefined;
}

const REFUSAL =
  "This server does not answer for that host name. Open it at its own address; whoever runs it sets PUBLIC_URL to the address that people use.\n";

/**
 * Refuses requests for hosts that this server is not meant for with 421. In DNS rebinding, a
 * foreign page's host name suddenly points to this machine, so that the browser takes the page and
 * the backend for one origin; only the host name of its requests distinguishes them.
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
  if (isLoopback(hostname) || hostname === readHostname(`http://${bracketed(host)}`)) return true;
  if (publicUrl !== undefined && hostname === readHostname(publicUrl)) return true;
  // A server that listens on every address does not know them all, so any IP address is accepted:
  // DNS rebinding needs a name.
  return (host === "0.0.0.0" || host === "::") && isAddress(hostname);
}

function isAddress(hostname: string): boolean {
  return hostname.startsWith("[") || /^\d+(\.\d+){3}$/.test(hostname);
}

function readHostname(address: string): string | null {
  return URL.parse(address)?.hostname || null;
}

function bracketed(host: string): string {
  return host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
}
