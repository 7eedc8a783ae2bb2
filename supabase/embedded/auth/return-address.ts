import type { AuthFailure } from "./auth-failure.ts";

/**
 * The address to which a browser wants to return, if it is on one of these origins; null if it is
 * not, or if none is given.
 */
export function returnAddress(
  wanted: string | undefined,
  origins: readonly string[],
): string | null {
  const url = wanted === undefined ? null : URL.parse(wanted);
  return url !== null && origins.includes(url.origin) ? url.href : null;
}

/** Sends the browser back with the reason why it is not signed in, in the fragment, as GoTrue does. */
export function returned(address: string, { errorCode, message }: AuthFailure): Response {
  const fragment = new URLSearchParams({
    ...{ error: "access_denied", error_code: errorCode, error_description: message },
  });
  const [page] = address.split("#");
  return new Response(null, { status: 303, headers: { location: `${page}#${fragment}` } });
}
