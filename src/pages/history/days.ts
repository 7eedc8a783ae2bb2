import { doneAt } from "@contracts/log-time.ts";
import type { MirroredAgentLog } from "#mirror/person/person-database.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

const longDay = new Intl.DateTimeFormat(undefined, { dateStyle: "full" });

/** What is needed of an entry to know its day. */
type Dated = Pick<MirroredAgentLog, "captured_at" | "created_at">;

/**
 * The heading of the day that begins with an entry; null if the entry above it is of the same day.
 * @param above the entry above it, if there is one
 * @param now epoch ms
 */
export function dayThatBegins(log: Dated, above: Dated | undefined, now: number): string | null {
  const time = doneAt(log);
  return above && isSameDay(doneAt(above), time) ? null : nameDay(time, now);
}

const isSameDay = (a: number, b: number) =>
  new Date(a).toDateString() === new Date(b).toDateString();

/** "Today", "Yesterday", or the weekday and date of a time (epoch ms), in the reader's locale. */
function nameDay(time: number, now: number): string {
  const midnight = (at: number) => new Date(at).setHours(0, 0, 0, 0);
  // A day on which the clock is changed has 23 or 25 hours.
  const days = Math.round((midnight(now) - midnight(time)) / DAY_MS);
  if (days === 0) return "Today";
  return days === 1 ? "Yesterday" : longDay.format(time);
}
