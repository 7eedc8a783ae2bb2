import { randomUUID } from "node:crypto";
import { type Backend, signIn } from "./backend.ts";
import { headersOf } from "./running-backend.ts";

/** A recording's type, the request's idempotency key, and when the device gives up. */
interface NoteOptions {
  type?: string;
  key?: string;
  signal?: AbortSignal;
}

/** Sends voice notes to a backend as a technician's device does. */
export type NoteSender = Awaited<ReturnType<typeof openNoteSender>>;

/** Between two requests, in milliseconds. */
const PAUSE = 500;
const LATER = [409, 503];

export async function openNoteSender(backend: Backend) {
  const { accessToken } = await signIn(backend, "tech@demo.example", "field-demo");
  const send = (audio: Uint8Array<ArrayBuffer>, options?: NoteOptions) =>
    sendNote(backend, accessToken, audio, options);
  /** Sends a note again until the server has done with it: one request's time may be too short. */
  async function deliver(
    ...[audio, { key = randomUUID(), ...options } = {}]: Parameters<typeof send>
  ) {
    for (;;) {
      const reply = await send(audio, { ...options, key });
      if (!LATER.includes(reply.status)) return reply;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
  return { send, deliver };
}

export function sendNote(
  backend: Backend,
  accessToken: string,
  audio: Uint8Array<ArrayBuffer>,
  { type = "audio/wav", key = randomUUID(), signal }: NoteOptions = {},
): Promise<Response> {
  const body = new FormData();
  body.set("audio", new File([audio], "recording", { type }));
  body.set("recorded_at", "2026-01-05T08:00:00Z");
  return fetch(`${backend.url}/functions/v1/voice-transcribe`, {
    method: "POST",
    headers: { ...headersOf(backend, accessToken), "idempotency-key": key },
    body,
    ...(signal && { signal }),
  });
}
