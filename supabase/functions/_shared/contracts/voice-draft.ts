import { z } from "zod/mini";
import { TRANSCRIPTION_LIMIT } from "./voice-transcribe.ts";

/**
 * What the device itself understood of a recording. It is the transcription where the server
 * cannot transcribe the recording itself, and is ignored everywhere else. A request stays the same
 * with another draft or with none: a device may have no draft yet when it sends a recording first.
 */
export const voiceDraftSchema = z.object({
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(TRANSCRIPTION_LIMIT)),
  /** The model's name, like `moonshine-tiny`. */
  model: z.string().check(z.regex(/^[\w.-]{1,40}$/)),
});
export type VoiceDraft = z.infer<typeof voiceDraftSchema>;
