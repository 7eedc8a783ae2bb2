import { doneAt } from "@contracts/log-time.ts";
import type { MirroredAgentLog } from "#mirror/person/person-database.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

const longDay = new Intl.DateTimeFormat(undefined, { dateStyle: "full" });

/** The first entries of their days, by their ids, with the heading of the day. */
export function daysBegin(
  logs: readonly Pick<MirroredAgentLog, "id" | "captured_at" | "created_at">[],
  now: number,
): ReadonlyMap<string, string> {
  const firsts = new Map<string, string>();
  let dayBefore = "";
  for (const log of logs) {
    const time = doneAt(log);
    const day = new Date(time).toDateString();
    if (day !== dayBefore) firsts.set(log.id, nameDay(time, now));
    dayBefore = day;
  }
  return firsts;
}

/** "Today", "Yesterday", or the weekday and date of a time (epoch ms), in the reader's locale. */
function nameDay(time: number, now: number): string {
  const midnight = (at: number) => new Date(at).setHours(0, 0, 0, 0);
  // A day on which the clock is changed has 23 or 25 hours.
  const days = Math.round((midnight(now) - midnight(time)) / DAY_MS);
  if (days === 0) return "Today";
  return days === 1 ? "Yesterday" : longDay.format(time);
}
