import { expect, it } from "vitest";
import {
  describePause,
  formatAge,
  formatBriefMoment,
  formatByteSize,
  formatElapsed,
  formatMoment,
  formatNoteCount,
  formatOldest,
} from "./format.ts";

it.each([
  [0, "0:00"],
  [75_900, "1:15"],
  [3_725_000, "62:05"],
  [-5, "0:00"],
])("formatElapsed shows %d ms as %s", (ms, shown) => {
  expect(formatElapsed(ms)).toBe(shown);
});

it.each([
  [0, "0 B"],
  [1000, "1 kB"],
  [999_499, "999 kB"],
  [999_500, "1.0 MB"],
  [10_737_418_240, "10.7 GB"],
])("formatByteSize writes %d bytes as %s", (bytes, words) => {
  expect(formatByteSize(bytes)).toBe(words);
});

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

it.each([
  [0, "just now"],
  [59_999, "just now"],
  [MINUTE, "1 min ago"],
  [HOUR, "1 h ago"],
  [DAY, "1 day ago"],
  [2 * DAY - 1, "1 day ago"],
  [2 * DAY, "2 days ago"],
  // The device's clock was set back meanwhile.
  [-HOUR, "just now"],
])("formatAge writes an age of %d ms as %s", (age, words) => {
  expect(formatAge(1_000_000, 1_000_000 + age)).toBe(words);
});

const now = Date.UTC(2026, 5, 20);

it("formatNoteCount and formatOldest count notes, and say how old the oldest is", () => {
  expect([formatNoteCount(1), formatNoteCount(3)]).toEqual(["1 note", "3 notes"]);
  expect(formatOldest(3, now - 3 * DAY, now)).toBe("the oldest from 3 days ago");
  expect(formatOldest(1, now - 300_000, now)).toBe("from 5 min ago");
  expect(formatOldest(1, now, now)).toBe("from a moment ago");
});

it.each([
  [1, "Try again in 1 second."],
  [60, "Try again in 1 minute."],
  [61, "Try again in 2 minutes."],
  [null, "Wait a few minutes and try again."],
])("describePause describes a pause of %j seconds", (seconds, when) => {
  expect(describePause(seconds)).toBe(`Too many attempts. ${when}`);
});

const noon = new Date(2026, 6, 14, 12, 0).getTime();

it("formatBriefMoment omits the day for a time of today only", () => {
  const words = formatBriefMoment(noon, noon + 60_000);
  expect(words).not.toBe(formatMoment(noon));
  expect(formatMoment(noon)).toContain(words);
  const dayLater = new Date(2026, 6, 15, 11, 0).getTime();
  expect(formatBriefMoment(noon, dayLater)).toBe(formatMoment(noon));
});
