// @module-tag rest

import { beforeAll, expect, test } from "vitest";
import { rest, signIn } from "#tests/support/backend.ts";
import { opusRecording, TINY_PACKET } from "#tests/support/opus-recording.ts";
import { readSpeech } from "#tests/support/recorded-speech.ts";
import { DEMO, runningBackend } from "#tests/support/running-backend.ts";
import { sendNote } from "#tests/support/send-note.ts";

/** How many times longer another person's note may take during an abuse. */
const LARGEST_RATIO = 3;
/** How many notes are timed before and during an abuse. */
const NOTES = 3;
/** Abuses are tried so often: a busy machine may slow one round. */
const ROUNDS = 3;
/** Recordings that the attacker sends at the same time, again and again. */
const AT_ONCE = 50;
/** Milliseconds after which the attacker leaves every second of them. */
const LEFT_AFTER = 3_000;

const backend = runningBackend(() => ({
  env: { AI_TRANSCRIBE: "", OPENAI_API_KEY: "", DENO_V8_FLAGS: "--no-liftoff-only" },
}));
/** Each abuse has a person of its own beside it: the pace of one would not suffice for all notes. */
const OTHERS = ["admin@demo.example", "super@demo.example"] as const;
let attacker: string;
beforeAll(async () => {
  ({ accessToken: attacker } = await signIn(backend, "tech@demo.example", DEMO));
});

async function enterOther(email: string): Promise<string> {
  const row = `profiles?email=eq.${email}`;
  await rest(backend, "service", "PATCH", row, { can_use_voice_agent: true });
  return (await signIn(backend, email, DEMO)).accessToken;
}

const SENTENCE = readSpeech("0880.wav");
const HEADER_BYTES = 44;
let sent = 0;

/** A recording like another one, which nobody has heard: its last samples are other ones. */
function unheard(recording: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const copy = recording.slice();
  sent += 1;
  new DataView(copy.buffer).setUint16(copy.length - 2, sent, true);
  return copy;
}

/** Some minutes of speech. */
function longNote(): Uint8Array<ArrayBuffer> {
  const sound = SENTENCE.subarray(HEADER_BYTES);
  const times = Math.ceil(8_000_000 / sound.length);
  const note = new Uint8Array(HEADER_BYTES + times * sound.length);
  note.set(SENTENCE.subarray(0, HEADER_BYTES));
  for (let n = 0; n < times; n += 1) note.set(sound, HEADER_BYTES + n * sound.length);
  new DataView(note.buffer).setUint32(HEADER_BYTES - 4, times * sound.length, true);
  return note;
}

/** How long another person waits for the words of a sentence, in milliseconds. */
async function timeOfNote(person: string): Promise<number> {
  const begun = performance.now();
  const reply = await sendNote(backend, person, unheard(SENTENCE));
  expect(reply.status, await reply.text()).toBe(200);
  return performance.now() - begun;
}

async function medianTime(person: string): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < NOTES; n += 1) times.push(await timeOfNote(person));
  return times.sort((a, b) => a - b)[Math.floor(NOTES / 2)] ?? 0;
}

/** Sends recordings until it is ended. */
function attack(recording: Uint8Array<ArrayBuffer>, type: string) {
  const over = new AbortController();
  const loop = async (number: number) => {
    while (!over.signal.aborted) {
      const leaves = number % 2 === 0 ? [AbortSignal.timeout(LEFT_AFTER)] : [];
      const signal = AbortSignal.any([over.signal, ...leaves]);
      const audio = unheard(recording);
      const reply = await sendNote(backend, attacker, audio, { type, signal }).catch(() => null);
      await reply?.body?.cancel();
    }
  };
  const loops = Array.from({ length: AT_ONCE }, (_, number) => loop(number));
  return async () => {
    over.abort();
    await Promise.all(loops);
  };
}

test.each([
  [
    "a small recording of hours of sound",
    () => opusRecording("ogg", TINY_PACKET, 60_000, 0.12),
    "audio/ogg",
    OTHERS[0],
  ],
  ["50 long recordings of one person", async () => longNote(), "audio/wav", OTHERS[1]],
] as const)("another person's note is heard soon during %s", async (_, make, type, email) => {
  const recording = await make();
  const other = await enterOther(email);
  await timeOfNote(other);
  let ratio = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS && ratio > LARGEST_RATIO; round += 1) {
    const quiet = await medianTime(other);
    const stop = attack(recording, type);
    // The cost of an abuse shows only when it is under way.
    await timeOfNote(other);
    ratio = (await medianTime(other)) / quiet;
    await stop();
  }
  console.info(`Another person's note took ${ratio.toFixed(2)} times as long.`);
  expect(ratio).toBeLessThanOrEqual(LARGEST_RATIO);
});
