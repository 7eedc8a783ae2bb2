import { z } from "zod/mini";
import { questionAgentSchema } from "./question.ts";

/** Most questions of a company's golden set. */
export const GOLDEN_LIMIT = 40;
/** Longest expected text, in characters. */
export const EXPECTED_TEXT_LIMIT = 1_000;

/**
 * What an answer must be. `passage`: it rests on a passage with the expected words; `words`: it holds
 * them itself; `refusal`: nothing is found.
 */
const expectedSchema = z.enum(["passage", "words", "refusal"]);
export type Expected = z.infer<typeof expectedSchema>;

/** A row of `golden_questions`. */
export const goldenQuestionSchema = z.object({
  id: z.uuid(),
  company_id: z.uuid(),
  agent: questionAgentSchema,
  question: z.string(),
  expected: expectedSchema,
  /** Null for a refusal. */
  expected_text: z.nullable(z.string()),
  /** The document that the passage must be of; null: any. */
  file_id: z.nullable(z.uuid()),
  created_by: z.nullable(z.uuid()),
  created_at: z.string(),
});
export type GoldenQuestion = z.infer<typeof goldenQuestionSchema>;

/** What a person states about a golden question. */
export type GoldenEntry = Pick<
  GoldenQuestion,
  "agent" | "question" | "expected" | "expected_text" | "file_id"
>;

/** Whether a text has some words, whatever their case, their white space and their emphasis. */
export function hasWords(text: string, words: string | null): boolean {
  return words !== null && plain(text).includes(plain(words));
}

function plain(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/[*_`]/g, "").replace(/\s+/g, " ").trim();
}
