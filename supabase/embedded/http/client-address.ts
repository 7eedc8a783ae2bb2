import { ipAddress } from "#supabase/functions/_shared/request/client-address.ts";

/** Stands for an address that is not known, as in RFC 7239. */
const UNKNOWN = "unknown";

/**
 * The address of the client who sent a request: the socket's, or the one in the header of the proxy
 * in front. That header is trusted only if the settings name it. Of several addresses in it, the
 * proxy has written only the last; the client may have written the others. Text that is no IP
 * address becomes `unknown`.
 */
export function readClientAddress(
  request: Pick<Request, "headers">,
  socketAddress: string,
  trustedHeader: string | undefined,
): string {
  const told = trustedHeader === undefined ? null : request.headers.get(trustedHeader);
  if (told === null) return socketAddress;
  return ipAddress(told.slice(told.lastIndexOf(",") + 1)) ?? UNKNOWN;
}
