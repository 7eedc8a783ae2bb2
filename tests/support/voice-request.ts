/** Bytes that any text encoding would change. */
export const RECORDING = Uint8Array.from({ length: 63_219 }, (_, i) => (i * 7 + (i >> 8)) & 255);

export interface SentVoice {
  audio?: Uint8Array<ArrayBuffer> | string;
  type?: string;
  recordedAt?: string;
  /** The field's text, or a file, which it must not be. */
  draft?: string | File;
}

/** The body of a call of `voice-transcribe`, as the app sends it. */
export function voiceForm(sent: SentVoice = {}): FormData {
  const { audio = RECORDING, type = "audio/webm;codecs=opus" } = sent;
  const form = new FormData();
  if (typeof audio === "string") form.set("audio", audio);
  else form.set("audio", new File([audio], "note", { type }));
  if (sent.recordedAt !== undefined) form.set("recorded_at", sent.recordedAt);
  if (sent.draft !== undefined) form.set("draft", sent.draft);
  return form;
}
