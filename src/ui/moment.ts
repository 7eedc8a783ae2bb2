// Built once: making a formatter costs more than a thousand uses of it.
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const timeOfDay = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });

/** A point in time (epoch ms) in the reader's zone and locale. */
export function momentWords(time: number): string {
  return moment.format(time);
}

/** The day of a point in time (epoch ms) in the reader's zone and locale. */
export function dayWords(time: number): string {
  return day.format(time);
}

/** A point in time as briefly as it can be said: of today, the time alone. */
export function briefMomentWords(time: number, now: number): string {
  const today = new Date(now).toDateString() === new Date(time).toDateString();
  return (today ? timeOfDay : moment).format(time);
}

/** The time of day (epoch ms) as a clock shows it, in the reader's zone and locale. */
export function clockWords(time: number): string {
  return timeOfDay.format(time);
}
