import { describe, expect, it } from "vitest";
import { loudness } from "./audio-level.ts";

function tone(amplitude: number): Float32Array {
  return Float32Array.from({ length: 1024 }, (_, index) => amplitude * Math.sin(index / 5));
}

describe("loudness", () => {
  it("is 0 for silence and 1 for shouting", () => {
    expect(loudness(tone(0))).toBe(0);
    expect(loudness(tone(1))).toBe(1);
  });

  it("grows with the voice", () => {
    const whisper = loudness(tone(0.01));
    const speech = loudness(tone(0.1));
    expect(whisper).toBeGreaterThan(0);
    expect(speech).toBeGreaterThan(whisper);
    expect(speech).toBeLessThan(1);
  });
});
