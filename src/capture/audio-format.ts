/**
 * What to record as, best first: Opus is made for speech at low bitrates; MP4 is all that older
 * Safari writes.
 */
const FORMATS = ["audio/webm;codecs=opus", "audio/webm", "audio/mp4", "audio/ogg;codecs=opus"];

/**
 * The best kind of audio this browser can record, as a MIME type with its parameters.
 * @returns null when it can record none of those that the product takes
 */
export function chooseAudioFormat(isSupported: (mimeType: string) => boolean): string | null {
  return FORMATS.find(isSupported) ?? null;
}
