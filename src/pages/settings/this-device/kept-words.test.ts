import { describe, expect, it } from "vitest";
import type { Kept } from "../../../mirror/kept.ts";
import { removedWords, unsentWords } from "./kept-words.ts";

const NOTHING: Kept = { entries: 0, manuals: 0, items: [], recordings: [], drafts: 0 };

describe("what is removed from a device", () => {
  it("is counted, and unsent work only where there is some", () => {
    expect(removedWords({ ...NOTHING, entries: 1, manuals: 2 })).toBe(
      "Removed from this device: 1 entry of your history and 2 manuals. You are signed out.",
    );
    expect(removedWords({ ...NOTHING, drafts: 1 })).toBe(
      "Removed from this device: 0 entries of your history, 0 manuals and 1 item that was not sent. You are signed out.",
    );
  });

  it("is named one by one where it is nowhere else", () => {
    const recording = {
      id: "r",
      mimeType: "audio/webm",
      startedAt: 0,
      durationMs: 7_400,
      size: 10,
      state: "recording" as const,
    };
    const unsent = unsentWords({ ...NOTHING, recordings: [recording], drafts: 2 });
    expect(unsent.map(({ name }) => name)).toEqual([
      "Unfinished recording, 0:07",
      "2 unsaved texts",
    ]);
    expect(unsentWords(NOTHING)).toEqual([]);
  });
});
