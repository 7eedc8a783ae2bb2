import { z } from "zod/mini";

/** Largest recording the function takes, in bytes. */
export const AUDIO_LIMIT_BYTES = 24 * 1024 * 1024;

/** Longest transcription that the database keeps, in characters: some thirty hours of speech. */
export const TRANSCRIPTION_LIMIT = 200_000;

/** What a device records, in bytes for each millisecond: speech at 32 kbit/s. */
export const RECORDED_BYTES_PER_MS = 4;

/**
 * The greatest part of a recording's length that a server may take for its transcription, beside what
 * every request may take. Devices wait that long for the reply.
 */
export const GREATEST_REAL_TIME_FACTOR = 0.5;

/** Kinds of audio the function takes, by MIME type without parameters, and the file ending of each. */
export const AUDIO_FILE_ENDINGS: Readonly<Record<string, string>> = {
  "audio/webm": "webm",
  "audio/mp4": "mp4",
  "audio/ogg": "ogg",
  "audio/wav": "wav",
};

/** Names of the multipart fields. */
export const VOICE_FIELDS = {
  audio: "audio",
  recordedAt: "recorded_at",
  /** JSON of a `VoiceDraft`; may be absent. */
  draft: "draft",
  /** A corrected transcription, in place of a recording: only its summary is wanted. */
  transcription: "transcription",
} as const;

/** A word that its transcriber was unsure of. */
export const doubtSchema = z.object({
  /** Its place among the words of the transcription, which white space separates. */
  place: z.int(),
  text: z.string(),
  /** Where in the recording it is, in seconds. */
  start: z.number(),
});
export type Doubt = z.infer<typeof doubtSchema>;

export const voiceTranscribeReplySchema = z.object({
  success: z.literal(true),
  /** Word for word; empty when nothing was said. */
  transcription: z.string(),
  /** Empty when nothing was said, and when nobody can write one. */
  summary: z.string(),
  /** Why there is no summary although something was said. */
  no_summary: z.optional(z.literal("no_chat_provider")),
  /** Whether there is no summary because the chat provider refused it, or failed again and again. */
  summary_failed: z.optional(z.boolean()),
  /** Who transcribed it, if that was not the server's provider: the transcription is the draft. */
  transcribed_by: z.optional(z.literal("device")),
  /** The words that the server's own transcriber was unsure of; providers do not tell theirs. */
  doubts: z.optional(z.array(doubtSchema)),
});
/** What is shown in place of the summary of a note in which something was said. */
export const NO_SUMMARY = "No summary: no chat provider is set up.";
export const SUMMARY_FAILED = "No summary: the AI provider did not write one.";

export type VoiceTranscribeReply = z.infer<typeof voiceTranscribeReplySchema>;
