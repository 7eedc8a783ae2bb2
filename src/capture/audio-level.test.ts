import { expect, it } from "vitest";
import { loudness } from "./audio-recorder.ts";

const tone = (amplitude: number): Float32Array =>
  Float32Array.from({ length: 1024 }, (_, index) => amplitude * Math.sin(index / 5));

it("loudness is 0 for silence, 1 for shouting, and grows with the voice", () => {
  const levels = [0, 0.01, 0.1, 1].map((amplitude) => loudness(tone(amplitude)));
  expect(levels).toEqual([...new Set(levels)].sort((a, b) => a - b));
  expect([levels[0], levels[3]]).toEqual([0, 1]);
});
