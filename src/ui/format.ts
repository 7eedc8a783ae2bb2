/** A duration as minutes:seconds, rounded down: 75,900 ms is "1:15". */
export function formatElapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** A number of bytes as text, in decimal units like those of file managers and phones. */
export function formatByteSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 999_500) return `${Math.round(bytes / 1000)} kB`;
  if (bytes < 999_950_000) return `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long ago something was, as text. Both times are epoch ms; a future time counts as now. */
export function formatAge(since: number, now: number): string {
  const age = now - since;
  if (age < MINUTE) return "just now";
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min ago`;
  if (age < DAY) return `${Math.floor(age / HOUR)} h ago`;
  const days = Math.floor(age / DAY);
  return days === 1 ? "1 day ago" : `${days} days ago`;
}

/** A number of notes: "1 note", "3 notes". */
export function formatNoteCount(count: number): string {
  return count === 1 ? "1 note" : `${count} notes`;
}

/** The age of notes (epoch ms): "from 5 min ago", or "the oldest from 3 days ago". */
export function formatOldest(count: number, oldest: number, now: number): string {
  const age = formatAge(oldest, now);
  const from = `from ${age === "just now" ? "a moment ago" : age}`;
  return count === 1 ? from : `the oldest ${from}`;
}

/**
 * A sentence about an attempt that the server refused without checking it, and when to try again.
 * @param seconds time until then; null if the server did not send it
 */
export function describePause(seconds: number | null): string {
  return `Too many attempts. ${formatDelay(seconds)}`;
}

function formatDelay(seconds: number | null): string {
  if (seconds === null) return "Wait a few minutes and try again.";
  if (seconds < 60) return `Try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`;
  const minutes = Math.ceil(seconds / 60);
  return `Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`;
}

// Created once: a formatter costs more to create than to use a thousand times.
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const timeOfDay = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });

/** A time (epoch ms) as text, in the reader's time zone and locale. */
export function formatMoment(time: number): string {
  return moment.format(time);
}

/** The day of a time (epoch ms) as text, in the reader's time zone and locale. */
export function formatDay(time: number): string {
  return day.format(time);
}

/** A time as short text: a time of today is shown without the day. */
export function formatBriefMoment(time: number, now: number): string {
  const today = new Date(now).toDateString() === new Date(time).toDateString();
  return (today ? timeOfDay : moment).format(time);
}

/** The time of day (epoch ms), in the reader's time zone and locale. */
export function formatTimeOfDay(time: number): string {
  return timeOfDay.format(time);
}
