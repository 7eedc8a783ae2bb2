import { z } from "zod/mini";

/** Largest body the function takes, in bytes; a photo as the app encodes it is a twentieth of that. */
export const IMAGE_LIMIT_BYTES = 8 * 1024 * 1024;

/** Longest note with a photo, in characters. */
export const PHOTO_NOTE_LIMIT = 2_000;

/** How the data URL of a photo begins. */
export const JPEG_DATA_URL = "data:image/jpeg;base64,";

export const snapProcessRequestSchema = z.object({
  image: z.string().check(z.startsWith(JPEG_DATA_URL)),
  note: z.optional(z.string().check(z.maxLength(PHOTO_NOTE_LIMIT))),
});
export type SnapProcessRequest = z.infer<typeof snapProcessRequestSchema>;

export const snapProcessReplySchema = z.object({ analysis: z.string() });
export type SnapProcessReply = z.infer<typeof snapProcessReplySchema>;
