import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checkAnswer } from "#supabase/functions/_shared/grounding/check-answer.ts";

/** Forms in which manuals and a model write one figure, unit or code; the first text is [1]. */
interface Forms {
  of: string;
  bodies: string[];
  right: string[];
  wrong: string[];
}

const FORMS: Forms[] = JSON.parse(
  readFileSync(new URL("written-forms.json", import.meta.url), "utf8"),
);

function isMarked(bodies: readonly string[], answer: string): boolean {
  const passages = bodies.map((body, chunk_no) => ({
    file_id: "018f0000-0000-7000-8000-000000000000",
    ...{ file_name: "Manual.pdf", page: chunk_no + 1, chunk_no, heading: null, body, score: 1 },
  }));
  const { reply } = checkAnswer(answer, "", passages, "0123456789abcdef");
  return reply.basis === "nothing" || reply.unsupported !== undefined;
}

describe.each(FORMS)("in $of", ({ bodies, right, wrong }) => {
  test.each(right)("it is right and not marked: %s", (answer) => {
    expect(isMarked(bodies, answer)).toBe(false);
  });

  test.each(wrong)("it is wrong and marked: %s", (answer) => {
    expect(isMarked(bodies, answer)).toBe(true);
  });
});
