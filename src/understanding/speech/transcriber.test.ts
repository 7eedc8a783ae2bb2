// @module-tag rest

import { beforeAll, expect, test } from "vitest";
import { openOnnx, readSpeechModels } from "#supabase/embedded/transcriber/speech-models.ts";
import { RECORDED_SPEECH } from "#tests/support/recorded-speech.ts";
import { wordErrorRate } from "#tests/support/word-errors.ts";
import { decodeAudio } from "./decode-audio.ts";

import { joinPieces, loadTranscriber, type Transcriber } from "./transcriber.ts";

const RATE = 16_000;

let transcriber: Transcriber;

beforeAll(async () => {
  transcriber = await loadTranscriber(await openOnnx(), await readSpeechModels("tiny"));
});

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const transcribe = async (...parts: Float32Array[]) => await collect(transcriber.transcribe(parts));

const recordedSamples = async (): Promise<Float32Array[]> =>
  Promise.all(
    RECORDED_SPEECH.map(async ({ bytes }) => joined(await collect(await decodeAudio(bytes)))),
  );

function joined(parts: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let place = 0;
  for (const part of parts) {
    all.set(part, place);
    place += part.length;
  }
  return all;
}

const noise = (seconds: number) => {
  let state = 1;
  return Float32Array.from({ length: RATE * seconds }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return 0.1 * (state / 1_073_741_823 - 1);
  });
};

test("a long recording of real voices in small parts loses no words at the joints of its pieces", async () => {
  const clips = await recordedSamples();
  const long = joined([...clips, ...clips, ...clips]);
  const parts = Array.from({ length: Math.ceil(long.length / 4096) }, (_, n) =>
    long.subarray(n * 4096, (n + 1) * 4096),
  );
  const pieces = await transcribe(...parts);
  const said = RECORDED_SPEECH.map(({ text }) => text).join(" ");
  expect(wordErrorRate(`${said} ${said} ${said}`, joinPieces(pieces))).toBeLessThan(0.08);
  expect(pieces.length).toBeGreaterThan(3);
  for (const [place, piece] of pieces.entries()) {
    expect(piece.end - piece.start).toBeLessThan(21);
    expect(piece.start).toBeGreaterThanOrEqual(pieces[place - 1]?.end ?? 0);
    expect(piece.end).toBeLessThanOrEqual(long.length / RATE + 0.04);
    expect(piece.words.map(({ text }) => text).join(" ")).toBe(piece.text);
    for (const { logProbability } of piece.words) expect(logProbability).toBeLessThanOrEqual(0);
  }
}, 180_000);

test.each([
  ["silence", () => new Float32Array(RATE * 20)],
  ["noise", () => noise(20)],
  ["nothing", () => new Float32Array(0)],
])("%s becomes no words", async (_, sound) => {
  expect(await transcribe(sound())).toEqual([]);
});

test("speech that it does not understand is unclear, and no text", async () => {
  const [clip = new Float32Array(0)] = await recordedSamples();
  // Played backwards it sounds like a language that nobody speaks.
  const pieces = await transcribe(clip.toReversed());
  expect(pieces.length).toBeGreaterThan(0);
  expect(joinPieces(pieces)).toBe("");
  for (const piece of pieces) expect(piece.isUnclear).toBe(true);
});

test("who asked for the work can end it", async () => {
  const [clip = new Float32Array(0)] = await recordedSamples();
  let turns = 0;
  const work = transcriber.transcribe([clip], () => {
    turns += 1;
    if (turns === 10) throw new Error("ended");
  });
  await expect(collect(work)).rejects.toThrow("ended");
  expect(turns).toBe(10);
  expect(joinPieces(await transcribe(clip))).not.toBe("");
});
