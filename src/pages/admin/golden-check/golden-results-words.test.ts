import type { GoldenQuestion } from "@contracts/golden-question.ts";
import { expect, it } from "vitest";
import type { GoldenComparison } from "#commands/golden-run.ts";
import { doneWords, failureWords } from "./golden-results-words.ts";

const question: GoldenQuestion = {
  id: "2d5f3a52-6f9d-4f40-9c41-0b8f8f3b7f11",
  company_id: "7b0a4a3e-3a52-4c43-8a0a-6f3c1f4f8e0a",
  created_by: null,
  created_at: "2026-11-02T08:00:00Z",
  ...{ agent: "ask", question: "What does K17 mean?", expected: "refusal" },
  ...{ expected_text: null, file_id: null },
};
const worse: GoldenComparison = { question, before: "kept", after: "broken" };
const better: GoldenComparison = { question, before: "broken", after: "kept" };

it("counts nothing where nothing was checked", () => {
  expect(doneWords([])).toBe("No golden question was checked.");
});

it("says of one question and of several what the check found", () => {
  expect(doneWords([worse])).toBe(
    "Of 1 golden question, 1 gets worse and 0 better; 1 is broken afterwards.",
  );
  expect(doneWords([worse, worse, better])).toBe(
    "Of 3 golden questions, 2 get worse and 1 better; 2 are broken afterwards.",
  );
});

it("says of one question and of several that they could not be checked", () => {
  expect(failureWords(1, "Out of order")).toBe(
    "1 golden question could not be checked: Out of order",
  );
  expect(failureWords(3, "Out of order")).toBe(
    "3 golden questions could not be checked: Out of order",
  );
});
