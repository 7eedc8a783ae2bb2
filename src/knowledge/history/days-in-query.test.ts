import { expect, it } from "vitest";
import { daysInQuery } from "./days-in-query.ts";

/** A Sunday. */
const NOW = new Date(2026, 10, 29, 14, 5).getTime();

const date = (time: number) => new Date(time).toDateString().slice(4);

it.each([
  ["today", "Nov 29 2026", "Nov 30 2026"],
  ["Yesterday", "Nov 28 2026", "Nov 29 2026"],
  ["tuesday", "Nov 24 2026", "Nov 25 2026"],
  ["last thurs", "Nov 26 2026", "Nov 27 2026"],
  ["sunday", "Nov 22 2026", "Nov 23 2026"],
  ["this month", "Nov 01 2026", "Dec 01 2026"],
  ["last month", "Oct 01 2026", "Nov 01 2026"],
  ["12 Nov", "Nov 12 2026", "Nov 13 2026"],
  ["Nov 12th", "Nov 12 2026", "Nov 13 2026"],
  ["12th of november 2024", "Nov 12 2024", "Nov 13 2024"],
  ["December 3, 2024", "Dec 03 2024", "Dec 04 2024"],
  ["3 dec", "Dec 03 2025", "Dec 04 2025"],
  ["november", "Nov 01 2026", "Dec 01 2026"],
  ["december", "Dec 01 2025", "Jan 01 2026"],
  ["2026-11-12", "Nov 12 2026", "Nov 13 2026"],
])("reads %j as the days from %s to the one before %s", (query, from, to) => {
  const named = daysInQuery(query, NOW);
  expect(named.map((days) => [date(days.from), date(days.to)])).toEqual([[from, to]]);
  expect(named[0]).toMatchObject({ start: 0, end: query.length });
});

it("reads a week from the day on which it begins for the reader", () => {
  const [last] = daysInQuery("last week", NOW);
  const [week] = daysInQuery("this week", NOW);
  expect([last?.to, date(last?.from ?? 0)]).toEqual([
    week?.from,
    date((week?.from ?? 0) - 7 * 86_400_000),
  ]);
  expect(NOW >= (week?.from ?? 0) && NOW < (week?.to ?? 0)).toBe(true);
});

it.each([
  ["tuesday pump", ["tuesday"]],
  ["pump 24 V 12 nov valve", ["12 nov"]],
  ["nov 12 to nov 14", ["nov 12", "nov 14"]],
  ["31 february", []],
  ["2026-13-40", []],
  ['"tuesday" pump', []],
  ["mono suntan marching to-day HP-240", []],
])("finds in %j the days %j among other words", (query, found) => {
  expect(daysInQuery(query, NOW).map(({ start, end }) => query.slice(start, end))).toEqual(found);
});
