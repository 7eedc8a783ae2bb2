import { expect, test } from "vitest";
import { figuresOf } from "./figures.ts";

test("words, time and terms are added up over all recordings", () => {
  const hearings = [
    { said: "The HP-240 has error E30.", heard: "the h p 240 has error e 30", seconds: 4, took: 1 },
    { said: "E30 and E30 again", heard: "e30 and e 13 again", seconds: 6, took: 1 },
  ];
  expect(figuresOf(hearings, ["E-30", "HP-240"])).toEqual({
    words: 15,
    wrong: 3,
    timePerSecond: 0.2,
    termsSaid: 4,
    termsHeard: 2,
  });
});
