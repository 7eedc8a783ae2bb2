import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ageWords } from "./age.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe("ageWords", () => {
  it.each([
    [0, "just now"],
    [59_999, "just now"],
    [MINUTE, "1 min ago"],
    [HOUR - 1, "59 min ago"],
    [HOUR, "1 h ago"],
    [DAY - 1, "23 h ago"],
    [DAY, "1 day ago"],
    [2 * DAY - 1, "1 day ago"],
    [2 * DAY, "2 days ago"],
    [400 * DAY, "400 days ago"],
    // The device's clock was set back since.
    [-HOUR, "just now"],
  ])("words an age of %d ms as %s", (age, words) => {
    expect(ageWords(1_000_000, 1_000_000 + age)).toBe(words);
  });

  it("never shows a number that fills the next unit", () => {
    fc.assert(
      fc.property(fc.nat({ max: 10 * DAY }), (age) => {
        const [, number = "0", unit] = /^(\d+) (min|h)/.exec(ageWords(0, age)) ?? [];
        if (unit !== undefined) expect(Number(number)).toBeLessThan(unit === "min" ? 60 : 24);
      }),
    );
  });
});
