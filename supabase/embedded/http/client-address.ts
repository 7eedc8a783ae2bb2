import { ipAddress } from "#supabase/functions/_shared/request/client-address.ts";

/** Stands for an address that is not known, as in RFC 7239. */
const UNKNOWN = "unknown";

/**
 * The address of the client who sent a request: the socket's, or the one in the header of the proxy
 * in front.
 * @param header the value of that header, which is trusted only if the settings name it. Of several
 *   addresses in it, the proxy has written only the last; the client may have written the others.
 * @returns `unknown` for text that is no IP address
 */
export function readClientAddress(
  header: string | null | undefined,
  socketAddress: string,
): string {
  if (typeof header !== "string") return socketAddress;
  return ipAddress(header.slice(header.lastIndexOf(",") + 1)) ?? UNKNOWN;
}
