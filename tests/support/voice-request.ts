import { IDEMPOTENCY_KEY_HEADER } from "#supabase/functions/_shared/contracts/idempotency.ts";

/** Bytes that any text encoding would change. */
export const RECORDING = Uint8Array.from({ length: 63_219 }, (_, i) => (i * 7 + (i >> 8)) & 255);

/** A call of `voice-transcribe` as the app sends it. */
export function voiceRequest(options: {
  accessToken?: string;
  key?: string;
  audio?: Uint8Array<ArrayBuffer> | string;
  type?: string;
  recordedAt?: string;
  /** The field's text, or a file, which it must not be. */
  draft?: string | File;
  headers?: Record<string, string>;
}): Request {
  const { audio = RECORDING, type = "audio/webm;codecs=opus" } = options;
  const form = new FormData();
  if (typeof audio === "string") form.set("audio", audio);
  else form.set("audio", new File([audio], "note", { type }));
  if (options.recordedAt !== undefined) form.set("recorded_at", options.recordedAt);
  if (options.draft !== undefined) form.set("draft", options.draft);
  return voiceRequestWith(form, options);
}

/** The same with any body. */
export function voiceRequestWith(
  body: BodyInit,
  options: { accessToken?: string; key?: string; headers?: Record<string, string> },
): Request {
  return new Request("http://functions.test/voice-transcribe", {
    method: "POST",
    body,
    // Node requires this option for a body that is a stream.
    ...(body instanceof ReadableStream && { duplex: "half" }),
    headers: {
      ...(options.accessToken !== undefined && { Authorization: `Bearer ${options.accessToken}` }),
      ...(options.key !== undefined && { [IDEMPOTENCY_KEY_HEADER]: options.key }),
      ...options.headers,
    },
  });
}
