import { z } from "zod/mini";
import { parseJson } from "../_shared/contracts/parse-json.ts";
import { describeSizeLimit } from "../_shared/contracts/size-limit.ts";
import { voiceDraftSchema } from "../_shared/contracts/voice-draft.ts";
import {
  AUDIO_FILE_ENDINGS,
  AUDIO_LIMIT_BYTES,
  TRANSCRIPTION_LIMIT,
  VOICE_FIELDS,
} from "../_shared/contracts/voice-transcribe.ts";
import { Refused } from "../_shared/request/refused.ts";
import { malformed, readRequestBody, sha256 } from "../_shared/request/request-body.ts";
import { storableText } from "../_shared/request/storable-text.ts";

/** What the form may add to the recording, in bytes: the draft, boundaries, headers, other fields. */
const FORM_OVERHEAD_BYTES = 4 * TRANSCRIPTION_LIMIT + 64 * 1024;

const TOO_LARGE = `The recording is larger than ${describeSizeLimit(AUDIO_LIMIT_BYTES)}.`;

/** Other names that browsers and systems use for the accepted kinds of audio. */
const SAME_KIND: ReadonlyMap<string, string> = new Map([
  ["audio/wave", "audio/wav"],
  ["audio/x-wav", "audio/wav"],
  ["video/mp4", "audio/mp4"],
  ["video/ogg", "audio/ogg"],
  ["video/webm", "audio/webm"],
]);

const recordedAtSchema = z.nullable(z.iso.datetime({ offset: true }));

/** A recording as a device sends it. */
export type SentRecording = Awaited<ReturnType<typeof readRecording>>["input"];

/**
 * Reads the recording, or the changed transcription in its place, from the multipart body.
 * @throws Refused 400, 413 or 415
 */
export async function parseVoice(request: Request): Promise<{
  input: SentRecording | { transcription: string };
  hash: string;
  description: string;
}> {
  const form = await readForm(request);
  const sent = form.get(VOICE_FIELDS.transcription);
  const isText = sent !== null && !form.has(VOICE_FIELDS.audio);
  return isText ? await readTranscription(sent) : await readRecording(form);
}

async function readTranscription(sent: FormDataEntryValue) {
  const text = voiceDraftSchema.shape.text.safeParse(sent).data;
  if (text === undefined) {
    throw malformed(VOICE_FIELDS.transcription, "The transcription is no text, or too long.");
  }
  const input = { transcription: storableText(text) };
  const hash = await sha256(JSON.stringify(input));
  return { input, hash, description: `changed transcription, ${text.length} characters` };
}

async function readRecording(form: FormData) {
  const recordedAt = recordedAtSchema.safeParse(form.get(VOICE_FIELDS.recordedAt));
  if (!recordedAt.success) {
    throw malformed(VOICE_FIELDS.recordedAt, "The time of the recording is not an ISO 8601 time.");
  }
  const audio = form.get(VOICE_FIELDS.audio);
  if (audio === null) throw malformed(VOICE_FIELDS.audio, "The recording is missing.");
  if (typeof audio === "string") {
    throw malformed(VOICE_FIELDS.audio, "The recording must be sent as a file.");
  }
  if (audio.size > AUDIO_LIMIT_BYTES) throw new Refused(413, "too_large", TOO_LARGE);

  const sentType = audio.type.split(";", 1).join("").trim().toLowerCase();
  const type = SAME_KIND.get(sentType) ?? sentType;
  const ending = Object.hasOwn(AUDIO_FILE_ENDINGS, type) ? AUDIO_FILE_ENDINGS[type] : undefined;
  if (!ending) {
    throw new Refused(415, "unsupported_type", "The recording must be WebM, MP4, Ogg or WAV.", {
      field: VOICE_FIELDS.audio,
    });
  }
  if (audio.size === 0) throw malformed(VOICE_FIELDS.audio, "The recording is empty.");

  const bytes = await audio.arrayBuffer();
  const draft = form.get(VOICE_FIELDS.draft);
  return {
    input: {
      // The bytes as sent, with a name whose ending fits their kind and a type without parameters.
      audio: new File([bytes], `recording.${ending}`, { type }),
      // What the device itself understood; null when it sent nothing usable: it is an addition, and the
      // recording is never refused because of it.
      draft: voiceDraftSchema.safeParse(parseJson(String(draft))).data ?? null,
    },
    // Without the draft: a repetition with another one is the same request.
    hash: await sha256(JSON.stringify([type, recordedAt.data, await sha256(bytes)])),
    description: [
      type,
      `${(bytes.byteLength / 1000).toFixed(1)} kB`,
      ...(recordedAt.data ? [`recorded ${recordedAt.data}`] : []),
    ].join(", "),
  };
}

/** @throws Refused 413, 408 when the body breaks off, 400 when it is no readable multipart form */
async function readForm(request: Request): Promise<FormData> {
  const unreadable = () =>
    new Refused(400, "malformed", "The request is not a readable multipart form.");
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^multipart\/form-data\b/i.test(type)) throw unreadable();
  const body = await readRequestBody(request, AUDIO_LIMIT_BYTES + FORM_OVERHEAD_BYTES, TOO_LARGE);
  return await new Response(body, { headers: { "Content-Type": type } }).formData().catch(() => {
    throw unreadable();
  });
}
