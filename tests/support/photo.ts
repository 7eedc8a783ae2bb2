import { JPEG_DATA_URL } from "#supabase/functions/_shared/contracts/snap-process.ts";

/** Bytes that begin like a JPEG. */
export function photoBytes(length = 5_000): Uint8Array {
  return Uint8Array.from({ length }, (_, i) => [0xff, 0xd8, 0xff, 0xe0][i] ?? (i * 7) & 255);
}

export function photoUrl(bytes: Uint8Array = photoBytes()): string {
  return JPEG_DATA_URL + Buffer.from(bytes).toString("base64");
}
