import { expect, it } from "vitest";
import { daysBegin } from "./days.ts";

const entry = (id: string, captured_at: string) => ({ id, captured_at, created_at: "" });

it("gives a heading to the first entry of each day", () => {
  const now = new Date(2026, 2, 30, 8).getTime();
  const at = (...[day, hour]: [day: number, hour: number]) =>
    new Date(2026, 2, day, hour).toISOString();
  const headings = daysBegin(
    [
      entry("morning", at(30, 7)),
      entry("night", at(30, 0)),
      // The clock may be changed between these days.
      entry("late", at(29, 23)),
      entry("early", at(29, 1)),
      entry("before", at(28, 23)),
    ],
    now,
  );
  expect([...headings.keys()]).toEqual(["morning", "late", "before"]);
  expect([headings.get("morning"), headings.get("late")]).toEqual(["Today", "Yesterday"]);
  expect(headings.get("before")).toMatch(/2026/);
});
