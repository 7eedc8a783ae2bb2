import { describe, expect, it } from "vitest";
import { formatElapsed } from "./elapsed-time.ts";

describe("formatElapsed", () => {
  it.each([
    [0, "0:00"],
    [999, "0:00"],
    [1000, "0:01"],
    [75_900, "1:15"],
    [600_000, "10:00"],
    [3_725_000, "62:05"],
    [-5, "0:00"],
  ])("shows %d ms as %s", (ms, shown) => {
    expect(formatElapsed(ms)).toBe(shown);
  });
});
