import { describe, expect, test } from "vitest";
import { Resampler } from "./resampler.ts";

const TARGET_RATE = 16_000;

const tone = (rate: number, hertz: number, seconds: number): Float32Array =>
  Float32Array.from({ length: Math.round(rate * seconds) }, (_, n) =>
    Math.sin((2 * Math.PI * hertz * n) / rate),
  );

/** @param size samples in a part */
function resampled(sound: Float32Array, rate: number, size = sound.length): Float32Array {
  const resampler = new Resampler(rate, TARGET_RATE);
  const parts: Float32Array[] = [];
  for (let at = 0; at < sound.length; at += size) {
    parts.push(resampler.push(sound.subarray(at, at + size)));
  }
  parts.push(resampler.end());
  return Float32Array.from(parts.flatMap((part) => [...part]));
}

/** @returns the largest difference, without the ends: the filter reaches into the silence there */
function difference(one: Float32Array, other: Float32Array): number {
  const edge = 100;
  let largest = 0;
  for (let n = edge; n < Math.min(one.length, other.length) - edge; n += 1) {
    largest = Math.max(largest, Math.abs((one[n] ?? 0) - (other[n] ?? 0)));
  }
  return largest;
}

describe.each([8000, 11_025, 22_050, 44_100, 48_000])("from %d samples a second", (rate) => {
  test("keeps a tone, its place and its length", () => {
    const output = resampled(tone(rate, 1000, 0.5), rate);
    expect(Math.abs(output.length - TARGET_RATE / 2)).toBeLessThanOrEqual(1);
    expect(difference(output, tone(TARGET_RATE, 1000, 0.5))).toBeLessThan(0.01);
  });

  test("gives the same samples in whatever parts the sound arrives", () => {
    const sound = tone(rate, 700, 0.2);
    const whole = resampled(sound, rate);
    for (const size of [1, 7, 128, 1000]) expect(resampled(sound, rate, size)).toEqual(whole);
  });
});

test("takes away a tone that the lower rate can't hold, which would be heard as another tone", () => {
  const output = resampled(tone(48_000, 11_000, 0.5), 48_000);
  expect(difference(output, new Float32Array(output.length))).toBeLessThan(0.01);
});
