import type { Expected, GoldenEntry } from "@contracts/golden-question.ts";
import type { FindName } from "../knowledge-base/documents.ts";

/** The name of each expectation. */
export const EXPECTED_NAMES: Readonly<Record<Expected, string>> = {
  passage: "A passage has these words",
  words: "The answer has these words",
  refusal: "Must be refused",
};

/** The expectation of a golden question, in one line. */
export function describeExpectation(
  { expected, expected_text, file_id }: GoldenEntry,
  findName: FindName,
): string {
  const words = expected_text === null ? "" : `: “${expected_text}”`;
  const file = file_id === null ? "" : ` (${findName(file_id)})`;
  return `${EXPECTED_NAMES[expected]}${words}${file}`;
}

/** An entry to begin with. */
export const NEW_ENTRY: GoldenEntry = {
  agent: "ask",
  question: "",
  expected: "passage",
  expected_text: null,
  file_id: null,
};
