import { z } from "zod/mini";

/**
 * The header with the client's address. Cloudflare, which is in front of a hosted project,
 * overwrites whatever a client sends in it, and so does the embedded backend. `X-Forwarded-For`
 * cannot be used: its first entry is what the client has sent.
 */
export const CLIENT_ADDRESS_HEADER = "cf-connecting-ip";

const ipSchema = z.union([z.ipv4(), z.ipv6()]);

/** The address of the client; null if the header is missing or contains no IP address. */
export const readClientAddress = (headers: Headers) =>
  ipAddress(headers.get(CLIENT_ADDRESS_HEADER) ?? "");

/** The text as an IP address, of version 4 or 6; null if it is none. */
export function ipAddress(text: string): string | null {
  return ipSchema.safeParse(text.trim()).data ?? null;
}
