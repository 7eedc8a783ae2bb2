import { isIPv4, isIPv6 } from "node:net";
import { ipAddress } from "#supabase/functions/_shared/request/client-address.ts";

/** Whether only this machine can reach an address. @param host a name or an IP address, IPv6 with or without brackets */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host === "[::1]" || /^127(\.\d+){3}$/.test(host);
}

/**
 * The address of the client who sent a request: the socket's, or the one in the header of the proxy
 * in front.
 * @param header the value of that header, which is trusted only if the settings name it. Of several
 *   addresses in it, the proxy has written only the last; the client may have written the others.
 * @returns `unknown`, as in RFC 7239, for text that is no IP address
 */
export function readClientAddress(
  header: string | null | undefined,
  socketAddress: string,
): string {
  if (typeof header !== "string") return socketAddress;
  return ipAddress(header.slice(header.lastIndexOf(",") + 1)) ?? "unknown";
}

/**
 * The network of a client address, as large as one household or company usually has: an IPv4 address
 * itself, or the first 64 bits of an IPv6 address; any other text itself.
 */
export function clientNetwork(address: string): string {
  const [plain = ""] = address
    .trim()
    .toLowerCase()
    .replace(/^\[|\]$/g, "")
    .split("%");
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/.exec(plain)?.[1];
  if (mapped !== undefined && isIPv4(mapped)) return mapped;
  if (!isIPv6(plain)) return plain;
  const [head = [], tail] = plain.split("::").map(splitGroups);
  const between = tail === undefined ? 0 : 8 - groupCount(head) - groupCount(tail);
  const groups = [...head, ...Array<string>(Math.max(0, between)).fill("0"), ...(tail ?? [])];
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(":")}::/64`;
}

const splitGroups = (part: string): string[] => part.split(":").filter((group) => group !== "");

/** How many of the eight groups these take; an IPv4 address at the end takes two. */
function groupCount(groups: readonly string[]): number {
  return groups.length + (groups.at(-1)?.includes(".") ? 1 : 0);
}
