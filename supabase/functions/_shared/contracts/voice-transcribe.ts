import { z } from "zod/mini";

/** Largest recording the function takes, in bytes. */
export const AUDIO_LIMIT_BYTES = 24 * 1024 * 1024;

/** Longest transcription that the database keeps, in characters: some thirty hours of speech. */
export const TRANSCRIPTION_LIMIT = 200_000;

/** Kinds of audio the function takes, by MIME type without parameters, and the file ending of each. */
export const AUDIO_FILE_ENDINGS: Readonly<Record<string, string>> = {
  "audio/webm": "webm",
  "audio/mp4": "mp4",
  "audio/ogg": "ogg",
  "audio/wav": "wav",
};

/** Names of the multipart fields. */
export const VOICE_FIELDS = { audio: "audio", recordedAt: "recorded_at" } as const;

export const voiceTranscribeReplySchema = z.object({
  success: z.literal(true),
  /** Word for word; empty when nothing was said. */
  transcription: z.string(),
  /** Empty when nothing was said. */
  summary: z.string(),
});
export type VoiceTranscribeReply = z.infer<typeof voiceTranscribeReplySchema>;
