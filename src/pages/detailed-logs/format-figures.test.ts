import { expect, it } from "vitest";
import { usageRow } from "#tests/support/rows.ts";
import { usageFacts } from "./format-figures.ts";

const USAGE = usageRow({
  avg_response_time_ms: 812.5,
  unique_users: 2,
  total_tokens_used: 1_234_567,
  avg_tokens_per_request: 411_522.33,
  total_estimated_cost: 0.12345,
});

it("rounds figures, separates thousands, and shows the cost with four decimals", () => {
  const facts = Object.fromEntries(usageFacts(USAGE));
  expect(facts).toEqual({
    "Total requests": "3",
    "Success rate": "67%",
    "Average response time": `${(813).toLocaleString()} ms`,
    "Unique users": "2",
    "Total tokens": (1_234_567).toLocaleString(),
    "Average tokens per request": (411_522).toLocaleString(),
    "Failed requests": "1",
    "Estimated cost": "$0.1235",
  });
});

it.each([
  [0.12345, 2, "$0.1235 (price unknown for 2)"],
  [0, 3, "$0.0000 (price unknown)"],
  [0, 0, "$0.0000"],
])("with $%d of known and %d requests of unknown price shows %s", (known, unpriced, words) => {
  const usage = { ...USAGE, total_estimated_cost: known, unpriced_requests: unpriced };
  expect(Object.fromEntries(usageFacts(usage))["Estimated cost"]).toBe(words);
});

it("shows a success rate of 0 without requests, and no unmeasured averages", () => {
  const nothing = { total_requests: 0, successful_requests: 0 };
  const unmeasured = { avg_response_time_ms: null, avg_tokens_per_request: null };
  expect(Object.fromEntries(usageFacts({ ...USAGE, ...nothing, ...unmeasured }))).toMatchObject({
    "Success rate": "0%",
    "Average response time": "N/A",
    "Average tokens per request": "N/A",
  });
});
