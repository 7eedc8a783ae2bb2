import { expect, it } from "vitest";
import { usageRow as usage } from "#tests/support/rows.ts";
import { figurePerDay, lastDays, requestsPerAgent, requestsPerDay } from "./daily-figures.ts";

const DAYS = lastDays(Date.UTC(2026, 2, 1, 23, 59));

it("the figures per day cover the thirty days up to today, across months", () => {
  expect(DAYS).toHaveLength(30);
  expect([DAYS[0], DAYS.at(-2), DAYS.at(-1)]).toEqual(["2026-01-31", "2026-02-28", "2026-03-01"]);
});

it("the figures per day are the sum of all agents, and 0 on a day without requests", () => {
  const rows = [usage({}), usage({ agent_type: "ask_agent", failed_requests: 4 })];
  const days = requestsPerDay(rows, DAYS);
  expect(days.at(-1)).toEqual({ day: "2026-03-01", successful: 4, failed: 5 });
  expect(days[0]).toEqual({ day: "2026-01-31", successful: 0, failed: 0 });
});

it("the figures per day have a gap instead of 0 on a day without an average", () => {
  const rows = [usage({}), usage({ usage_date: "2026-02-28", avg_response_time_ms: null })];
  const days = figurePerDay(rows, DAYS, ["voice_agent"], (row) => row.avg_response_time_ms, null);
  expect(days.slice(-3).map((day) => day.voice_agent)).toEqual([null, null, 800]);
});

it("the figures per day leave out older days, for each agent", () => {
  const rows = [usage({}), usage({ usage_date: "2026-01-30" })];
  expect(requestsPerAgent(rows, DAYS, ["voice_agent", "ask_agent"])).toEqual([
    { agent: "voice_agent", successful: 2, failed: 1 },
    { agent: "ask_agent", successful: 0, failed: 0 },
  ]);
});
