import { type GoldenQuestion, goldenQuestionSchema } from "@contracts/golden-question.ts";
import { newestFirst, OF_COMPANY, rowsLike, type ServerList } from "./server-list.ts";

/** A company's golden set, newest first. */
export const GOLDEN_QUESTIONS: ServerList<GoldenQuestion, [string | null]> = {
  name: "golden-questions",
  ...rowsLike("golden_questions", goldenQuestionSchema),
  order: ["-created_at", "id"],
  match: OF_COMPANY,
  mirror: (db) => db.goldenQuestions,
  compare: newestFirst,
};
