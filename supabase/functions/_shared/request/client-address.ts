import { z } from "zod/mini";

/**
 * The header in which the server learns who asks. In front of a hosted project stands Cloudflare,
 * which writes it over whatever a client sends; so does the embedded backend. `X-Forwarded-For` is
 * no help: what a client sends there stays its first entry.
 */
export const CLIENT_ADDRESS_HEADER = "cf-connecting-ip";

const ipSchema = z.union([z.ipv4(), z.ipv6()]);

/** The address of whoever sent a request; null where nobody says, or says what is no IP address. */
export function clientAddressOf(headers: Headers): string | null {
  const told = headers.get(CLIENT_ADDRESS_HEADER);
  return told === null ? null : ipAddress(told);
}

/** The text as an IP address, of version 4 or 6; null when it is none. */
export function ipAddress(text: string): string | null {
  return ipSchema.safeParse(text.trim()).data ?? null;
}
