import { describe, expect, it } from "vitest";
import { briefMomentWords, momentWords } from "./moment.ts";

const noon = new Date(2026, 6, 14, 12, 0).getTime();

describe("briefMomentWords", () => {
  it("leaves the day out of what was today", () => {
    const words = briefMomentWords(noon, noon + 60_000);
    expect(words).not.toBe(momentWords(noon));
    expect(momentWords(noon)).toContain(words);
  });

  it("keeps the day of what was not", () => {
    const dayLater = new Date(2026, 6, 15, 11, 0).getTime();
    expect(briefMomentWords(noon, dayLater)).toBe(momentWords(noon));
  });
});
