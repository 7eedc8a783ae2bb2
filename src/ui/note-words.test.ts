import { describe, expect, it } from "vitest";
import { notesWords, oldestWords } from "./note-words.ts";

const now = Date.UTC(2026, 5, 20);
const DAY = 24 * 60 * 60 * 1000;

describe("notesWords", () => {
  it("counts", () => {
    expect([notesWords(1), notesWords(3)]).toEqual(["1 note", "3 notes"]);
  });
});

describe("oldestWords", () => {
  it("says how old one is, or the oldest of several", () => {
    expect(oldestWords(3, now - 3 * DAY, now)).toBe("the oldest from 3 days ago");
    expect(oldestWords(1, now - 300_000, now)).toBe("from 5 min ago");
    expect(oldestWords(1, now, now)).toBe("from a moment ago");
  });
});
