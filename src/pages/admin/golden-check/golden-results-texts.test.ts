import { expect, it } from "vitest";
import type { GoldenComparison } from "#commands/golden-run.ts";
import { goldenRow } from "#tests/support/rows.ts";
import { describeFailure, describeResult } from "./golden-results.tsx";

const question = goldenRow();
const worse: GoldenComparison = { question, before: "kept", after: "broken" };
const better: GoldenComparison = { question, before: "broken", after: "kept" };

it("says of no question, of one and of several what the check found", () => {
  expect(describeResult([])).toBe("No golden question was checked.");
  expect(describeResult([worse])).toBe(
    "Of 1 golden question, 1 gets worse and 0 better; 1 is broken afterwards.",
  );
  expect(describeResult([worse, worse, better])).toBe(
    "Of 3 golden questions, 2 get worse and 1 better; 2 are broken afterwards.",
  );
});

it("says of one question and of several that they could not be checked", () => {
  expect(describeFailure(1, "Out of order")).toBe(
    "1 golden question could not be checked: Out of order",
  );
  expect(describeFailure(3, "Out of order")).toBe(
    "3 golden questions could not be checked: Out of order",
  );
});
