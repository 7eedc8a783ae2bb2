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
  // Writes each group without leading zeros, and the longest row of zeros as `::`.
  const written = isIPv6(plain) ? URL.parse(`http://[${plain}]`)?.hostname.slice(1, -1) : null;
  if (!written) return plain;
  const [head = [], tail = []] = written.split("::").map((part) => part.split(":").filter(Boolean));
  const between = Array<string>(8 - head.length - tail.length).fill("0");
  return `${[...head, ...between, ...tail].slice(0, 4).join(":")}::/64`;
}
