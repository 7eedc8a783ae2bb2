// @module-tag rest

import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createInterface } from "node:readline";
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  Mp4OutputFormat,
  Output,
} from "mediabunny";
import { beforeAll, expect, test } from "vitest";
import { refusalSchema } from "#supabase/functions/_shared/contracts/refusal.ts";
import { voiceTranscribeReplySchema } from "#supabase/functions/_shared/contracts/voice-transcribe.ts";
import { rest } from "#tests/support/backend.ts";
import { RECORDED_SPEECH, readSpeech, silentWav } from "#tests/support/recorded-speech.ts";
import { runningBackend } from "#tests/support/running-backend.ts";
import { type NoteSender, openNoteSender } from "#tests/support/send-note.ts";
import { wordErrorRate } from "#tests/support/word-errors.ts";

/** As Chromium names what it records. */
const WEBM = "audio/webm;codecs=opus";

/** What `note.webm` says. */
const SAID = RECORDED_SPEECH.filter(({ name }) => ["0870.wav", "0890.wav"].includes(name))
  .map(({ text }) => text)
  .join(" ");

const backend = runningBackend(() => ({
  // Nothing is set, as in a fresh clone; and the model is computed as fast as it can be.
  env: { AI_TRANSCRIBE: "", OPENAI_API_KEY: "", DENO_V8_FLAGS: "--no-liftoff-only" },
}));
let device: NoteSender;
beforeAll(async () => {
  device = await openNoteSender(backend);
});

/** Sends a recording that is understood. @returns the reply's body */
async function heard(audio: Uint8Array<ArrayBuffer>, more: { type?: string; key?: string } = {}) {
  const reply = await device.deliver(audio, more);
  expect(reply.status).toBe(200);
  return voiceTranscribeReplySchema.parse(await reply.json());
}

const ascending = (a: number, b: number) => a - b;

const logged = async (key: string) => {
  const columns = "status,ai_model,estimated_cost,output_text";
  const path = `detailed_agent_logs?request_key=eq.${key}&select=${columns}`;
  return (await rest<Record<string, unknown>[]>(backend, "service", "GET", path)).body;
};

test("a voice note becomes its words without a provider's key, and says why it has no summary", async () => {
  const key = randomUUID();
  const recording = readSpeech("note.webm");
  const { transcription, doubts = [], ...others } = await heard(recording, { type: WEBM, key });
  // 35 words: one may be wrong.
  expect(wordErrorRate(SAID, transcription)).toBeLessThan(0.03);
  expect(others).toEqual({ success: true, summary: "", no_summary: "no_chat_provider" });
  // The words that the model was unsure of, at their places in the text and in time.
  const words = transcription.split(" ");
  expect(doubts.map(({ text }) => text)).toEqual(doubts.map(({ place }) => words[place]));
  expect(doubts.map(({ start }) => start)).toEqual(
    doubts.map(({ start }) => start).sort(ascending),
  );
  expect(doubts.length).toBeLessThan(words.length / 2);
  const model = { ai_model: "moonshine-base", estimated_cost: "0.00000000" };
  expect(await logged(key)).toEqual([{ status: "success", ...model, output_text: transcription }]);
});

test("a company's words are written as it writes them, in a recording that was heard before, too", async () => {
  const hear = async () => (await heard(readSpeech("note.webm"), { type: WEBM })).transcription;
  const before = await hear();
  const path = "profiles?email=eq.tech@demo.example&select=company_id";
  const { body } = await rest<{ company_id: string }[]>(backend, "service", "GET", path);
  const company_id = body[0]?.company_id;
  await rest(backend, "service", "POST", "vocabulary_terms", [
    { company_id, term: "J. Dashwood-9", heard: "John Dashwood" },
    { company_id, term: "UNL-35", heard: "unless" },
  ]);
  expect(before).not.toMatch(/Dashwood-9|UNL-35/);
  expect(await hear()).toMatch(/J\. Dashwood-9 .* UNL-35 to be rather cold/);
});

test("silence becomes no words", async () => {
  expect(await heard(silentWav(30))).toEqual({ success: true, transcription: "", summary: "" });
});

test.each([
  ["whose codec it cannot decode", aacRecording, "audio/mp4"],
  ["that is no recording", async () => new Uint8Array(5000).fill(7), "audio/webm"],
])("a file %s is refused for good, so that the person is asked", async (_, make, type) => {
  const key = randomUUID();
  const reply = await device.send(await make(), { type, key });
  expect(reply.status).toBe(415);
  expect(refusalSchema.parse(await reply.json()).error.code).toBe("undecodable");
  expect(await logged(key)).toMatchObject([{ status: "failed", ai_model: "moonshine-base" }]);
});

test("other programs on the machine get nothing from its process", async () => {
  const key = randomUUID();
  const script = "supabase/embedded/transcriber/transcriber-child.ts";
  const child = spawn("node_modules/.bin/deno", ["run", "--quiet", "--allow-all", script], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, TRANSCRIBER_KEY: key },
  });
  try {
    const [line] = await once(createInterface({ input: child.stdout }), "line");
    const form = new FormData();
    form.set("file", "words");
    const post = { method: "POST", body: form };
    for (const [authorization, path, init, status] of [
      [null, "audio/transcriptions", post, 401],
      ["", "audio/transcriptions", post, 401],
      ["Bearer undefined", "audio/transcriptions", post, 401],
      [`Bearer ${key}`, "models", {}, 404],
      [`Bearer ${key}`, "audio/transcriptions", {}, 405],
      [`Bearer ${key}`, "audio/transcriptions", post, 400],
    ] as const) {
      const headers = authorization === null ? {} : { authorization };
      const address = `http://127.0.0.1:${/\d+$/.exec(line)?.[0]}/v1/${path}`;
      expect((await fetch(address, { headers, ...init })).status).toBe(status);
    }
  } finally {
    child.stdin.end();
    await once(child, "exit");
  }
});

/** A recording as older versions of Safari make them: AAC in MP4. What it holds is silence. */
async function aacRecording(): Promise<Uint8Array<ArrayBuffer>> {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat(), target });
  const source = new EncodedAudioPacketSource("aac");
  output.addAudioTrack(source);
  await output.start();
  const decoderConfig = {
    ...{ codec: "mp4a.40.2", numberOfChannels: 1, sampleRate: 48_000 },
    description: Uint8Array.of(0x11, 0x88),
  };
  for (let n = 0; n < 50; n += 1) {
    const packet = new EncodedPacket(new Uint8Array(8), "key", (n * 1024) / 48_000, 1024 / 48_000);
    await source.add(packet, { decoderConfig });
  }
  await output.finalize();
  return new Uint8Array(target.buffer ?? new ArrayBuffer(0));
}
