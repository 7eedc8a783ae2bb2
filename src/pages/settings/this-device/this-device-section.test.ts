import { expect, it } from "vitest";
import type { LocalDataSummary } from "#mirror/person/local-data-summary.ts";
import { describeRemoved, localOnlyNames, unsentNames } from "./this-device-section.tsx";

const NOTHING: LocalDataSummary = {
  entries: 0,
  manuals: 0,
  items: [],
  recordings: [],
  empty: [],
  audio: { count: 0, size: 0 },
  drafts: 0,
};

const EMPTY: LocalDataSummary["empty"][number] = {
  id: "e",
  mimeType: "audio/webm",
  durationMs: 42_900,
  size: 10,
  capturedAt: 0,
  arrivedAt: 0,
  empty: true,
  packed: 1,
  sentAgainAs: null,
};

it("counts the data, and mentions unsent work only if there is some", () => {
  expect(describeRemoved({ ...NOTHING, entries: 1, manuals: 2 })).toBe(
    "Removed from this device: 1 entry of your history and 2 manuals. You are signed out.",
  );
  expect(describeRemoved({ ...NOTHING, drafts: 1 })).toBe(
    "Removed from this device: 0 entries of your history, 0 manuals and 1 item that was not sent. You are signed out.",
  );
});

it("counts all recordings that could still be played", () => {
  const audio = { count: 2, size: 4_000 };
  expect(describeRemoved({ ...NOTHING, audio, empty: [EMPTY] })).toBe(
    "Removed from this device: 0 entries of your history, 0 manuals and 3 recordings. You are signed out.",
  );
});

it("names each item that exists only on this device", () => {
  const recording = {
    id: "r",
    mimeType: "audio/webm",
    startedAt: 0,
    durationMs: 7_400,
    size: 10,
    state: "recording" as const,
  };
  const unsent = unsentNames({ ...NOTHING, recordings: [recording], drafts: 2 });
  expect(unsent.map(({ name }) => name)).toEqual(["Unfinished recording, 0:07", "2 unsaved texts"]);
  expect(unsentNames(NOTHING)).toEqual([]);
  const kept = localOnlyNames({ ...NOTHING, empty: [EMPTY], drafts: 1 });
  expect(kept.map(({ name }) => name)).toEqual([
    "1 unsaved text",
    "Recording without recognised speech, 0:42",
  ]);
});
