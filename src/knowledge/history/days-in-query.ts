/** Days that a search names: where it names them, and their times (epoch ms), without `to`. */
interface NamedDays {
  start: number;
  end: number;
  from: number;
  to: number;
}

const WEEKDAYS = "sunday monday tuesday wednesday thursday friday saturday".split(" ");
const MONTHS =
  "january february march april may june july august september october november december".split(
    " ",
  );

/** Matches each name, and its beginnings from three letters on. */
const named = (names: readonly string[]) =>
  names
    .map((name) => {
      const rest = [...name.slice(3)].reduceRight((after, next) => `(?:${next}${after})?`, "");
      return name.slice(0, 3) + rest;
    })
    .join("|");
const DAY = "\\d{1,2}(?:st|nd|rd|th)?";
const YEAR = "(?:,?\\s+20\\d\\d)?";

/** English words for days; those after a quotation mark are searched for as they are. */
const DAYS = new RegExp(
  `(?<![\\p{L}\\p{N}"“„«])(?:${[
    "(?<near>today|yesterday|(?:this|last)\\s+(?:week|month))",
    `(?:last\\s+)?(?<weekday>${named(WEEKDAYS)})`,
    `(?<date>\\d{4}-\\d\\d-\\d\\d|(?:${named(MONTHS)})\\s+${DAY}${YEAR}|(?:${DAY}\\s+(?:of\\s+)?)?(?:${named(MONTHS)})${YEAR})`,
  ].join("|")})(?![\\p{L}\\p{N}])`,
  "giu",
);

/**
 * The days that a search names: "yesterday", "tuesday", "last week", "12 Nov", "november 2025" or
 * "2026-11-12", in the reader's time zone. A weekday is the last one before today, and a date
 * without a year the last one of its kind.
 * @param now epoch ms
 */
export function daysInQuery(query: string, now: number): NamedDays[] {
  return [...query.matchAll(DAYS)].flatMap(({ 0: written, index: start, groups = {} }) => {
    const [from, to] = readDays(written.toLowerCase(), groups, new Date(now));
    // There is no 31 February.
    if (from > to) return [];
    return { start, end: start + written.length, from: from.getTime(), to: to.getTime() };
  });
}

function readDays(
  text: string,
  { near, weekday }: Partial<Record<string, string>>,
  now: Date,
): readonly [from: Date, to: Date] {
  const [year, month, today] = [now.getFullYear(), now.getMonth(), now.getDate()];
  const days = (first: number, count: number) =>
    [new Date(year, month, first), new Date(year, month, first + count)] as const;
  if (weekday !== undefined) {
    const wanted = WEEKDAYS.findIndex((name) => name.startsWith(weekday.toLowerCase()));
    return days(today - 1 - ((now.getDay() - wanted + 6) % 7), 1);
  }
  if (near === undefined) return readDate(text, now);
  const back = text.startsWith("last") ? 1 : 0;
  if (text.endsWith("month"))
    return [new Date(year, month - back, 1), new Date(year, month - back + 1, 1)];
  if (text.endsWith("day")) return days(text === "today" ? today : today - 1, 1);
  return days(today - ((now.getDay() - firstWeekday() + 7) % 7) - 7 * back, 7);
}

function readDate(text: string, now: Date): readonly [from: Date, to: Date] {
  const [iso, ofYear = 0, ofMonth = 0, ofDay = 0] = text.match(/^(\d{4})-(\d\d)-(\d\d)$/) ?? [];
  const name = text.match(/[a-z]{3,}/)?.[0] ?? "";
  const month = iso ? +ofMonth - 1 : MONTHS.findIndex((each) => each.startsWith(name));
  const day = iso ? +ofDay : +(text.match(/(?<!\d)\d{1,2}(?!\d)/)?.[0] ?? 0);
  const isPast = new Date(now.getFullYear(), month, day || 1) <= now;
  const year = +(iso
    ? ofYear
    : (text.match(/20\d\d/)?.[0] ?? now.getFullYear() - (isPast ? 0 : 1)));
  const from = new Date(year, month, day || 1);
  if (day === 0) return [from, new Date(year, month + 1, 1)];
  return [from, from.getDate() === day ? new Date(year, month, day + 1) : new Date(0)];
}

/** The day with which a week begins where the reader lives; 0 is Sunday. */
function firstWeekday(): number {
  const locale: Intl.Locale & { getWeekInfo?: () => { firstDay: number } } = new Intl.Locale(
    Intl.DateTimeFormat().resolvedOptions().locale,
  );
  return (locale.getWeekInfo?.().firstDay ?? 1) % 7;
}
