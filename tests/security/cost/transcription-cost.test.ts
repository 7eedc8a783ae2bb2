// @module-tag rest

import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DEMO_PASSWORD } from "#supabase/seed/demo.ts";
import { type Backend, rest, signIn, startBackend } from "#tests/support/backend.ts";
import { breakdown } from "#tests/support/memory.ts";
import { longSpeech } from "#tests/support/recorded-speech.ts";
import { type NoteSender, openNoteSender } from "#tests/support/send-note.ts";
import { timeReads } from "./time-reads.ts";
import "../figures.ts";

/** How many times longer another person's median read may take during a transcription. */
const LARGEST_RATIO = 3;
const MINUTE = 60_000;
/** Milliseconds of reading before and during the transcription. */
const QUIET = 3000;
const WATCHED = 45_000;

let backend: Backend;
let device: NoteSender;
let read: () => Promise<void>;

beforeAll(async () => {
  backend = await startBackend({
    env: {
      AI_TRANSCRIBE: "embedded",
      // As in a deployment, V8 optimises the database's and the model's code.
      DENO_V8_FLAGS: "--no-liftoff-only",
    },
  });
  device = await openNoteSender(backend);
  const { accessToken } = await signIn(backend, "super@demo.example", DEMO_PASSWORD);
  read = async () => {
    const { status } = await rest(backend, accessToken, "GET", "profiles?select=id&limit=50");
    expect(status).toBe(200);
  };
});
afterAll(() => backend.stop());

test(
  "others are served while the backend transcribes a note of five minutes",
  async ({ task }) => {
    await timeReads(read, QUIET);
    const quiet = await timeReads(read, QUIET);
    const leaving = new AbortController();
    const note = device.send(longSpeech(300), { signal: leaving.signal });
    const isDone = note.then(({ status }) => expect(status).toBe(200));
    const during = await timeReads(read, Promise.race([isDone, setTimeout(WATCHED)]));
    const memory = breakdown(backend);
    expect(memory).toContain("transcriber-child.ts");
    leaving.abort();
    await isDone.catch(() => {});
    const ratio = during / quiet;
    task.meta.figures = [
      {
        what: "others' reads while five minutes of speech are transcribed",
        tried: 1,
        failed: ratio > LARGEST_RATIO ? 1 : 0,
        note: `${quiet.toFixed(1)} → ${during.toFixed(1)} ms (×${ratio.toFixed(1)}); ${memory}`,
      },
    ];
    expect(ratio).toBeLessThanOrEqual(LARGEST_RATIO);
  },
  5 * MINUTE,
);
