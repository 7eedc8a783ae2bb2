import { AUDIO_FILE_ENDINGS } from "@contracts/voice-transcribe.ts";

/**
 * What an exported voice note is called: `voice-note-2026-07-14-0932.webm`, by the device's clock.
 * @param capturedAt epoch ms
 * @param mimeType as the recorder names it, parameters included
 */
export function recordingFileName(capturedAt: number, mimeType: string): string {
  const at = new Date(capturedAt);
  const two = (part: number) => String(part).padStart(2, "0");
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  const ending = AUDIO_FILE_ENDINGS[mimeType.split(";")[0]?.trim() ?? ""] ?? "webm";
  return `voice-note-${day}-${two(at.getHours())}${two(at.getMinutes())}.${ending}`;
}
