import { describe, expect, it } from "vitest";
import { pauseWords } from "./pause-words.ts";

describe("pauseWords", () => {
  it.each([
    [1, "Try again in 1 second."],
    [30, "Try again in 30 seconds."],
    [60, "Try again in 1 minute."],
    [61, "Try again in 2 minutes."],
    [900, "Try again in 15 minutes."],
    [null, "Wait a few minutes and try again."],
  ])("says how long %j seconds are", (seconds, when) => {
    expect(pauseWords(seconds)).toBe(`Too many attempts. ${when}`);
  });
});
