const WEB: ReadonlySet<string> = new Set(["http:", "https:"]);
const OTHERS: ReadonlySet<string> = new Set(["mailto:", "tel:"]);

/**
 * The address of a link in an answer, written out as a browser reads it; empty where it is of a kind
 * that an answer may not lead to.
 */
export function safeLink(address: string): string {
  const url = URL.parse(address);
  // Relative: an answer knows nothing of this app's own addresses.
  if (url === null) return "";
  if (OTHERS.has(url.protocol)) return url.href;
  // A name before the host is there to be taken for the host.
  return WEB.has(url.protocol) && url.username === "" && url.password === "" ? url.href : "";
}

/** Whom an address of `safeLink` leads to: a host, a mailbox, or a number to call. */
export function leadsTo(address: string): string {
  const { protocol, host, pathname } = new URL(address);
  return WEB.has(protocol) ? host : pathname;
}
