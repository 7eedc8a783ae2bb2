const WEB: ReadonlySet<string> = new Set(["http:", "https:"]);
const OTHERS: ReadonlySet<string> = new Set(["mailto:", "tel:"]);

/**
 * The normalised address of a link in an answer; empty if links in answers may not use such
 * addresses.
 */
export function safeLink(address: string): string {
  const url = URL.parse(address);
  // A relative address: answers do not know addresses of this app.
  if (url === null) return "";
  if (OTHERS.has(url.protocol)) return url.href;
  // A user name before the host could make a person mistake it for the host.
  return WEB.has(url.protocol) && url.username === "" && url.password === "" ? url.href : "";
}

/** The target of an address from `safeLink`: a host, a mailbox, or a phone number. */
export function leadsTo(address: string): string {
  const { protocol, host, pathname } = new URL(address);
  return WEB.has(protocol) ? host : pathname;
}
