import { AGENTS } from "@contracts/agent.ts";
import type { AnswerToReview } from "@contracts/answer-review.ts";
import type { Column } from "#ui/data-table/column.ts";
import { momentWords } from "#ui/format.ts";
import { marksOf, questionWords } from "./review-words.ts";

/** The answers to look at as a table. */
export const ANSWER_COLUMNS: readonly Column<AnswerToReview>[] = [
  { id: "question", title: "Question", cell: questionWords, sortBy: questionWords },
  {
    id: "person",
    title: "Person",
    cell: ({ person }) => person ?? "Deleted account",
    sortBy: ({ person }) => person,
    width: "12rem",
    secondary: true,
  },
  {
    id: "agent",
    title: "Agent",
    cell: ({ agent }) => AGENTS[agent].name,
    sortBy: ({ agent }) => AGENTS[agent].name,
    width: "8rem",
    secondary: true,
  },
  { id: "mark", title: "Mark", cell: markWords, sortBy: markWords, width: "9rem" },
  {
    id: "time",
    title: "Time",
    cell: ({ noted_at }) => momentWords(Date.parse(noted_at)),
    sortBy: ({ noted_at }) => Date.parse(noted_at),
    descendingFirst: true,
    width: "10.5rem",
    secondary: true,
  },
];

function markWords(answer: AnswerToReview): string {
  return marksOf(answer).join(", ");
}
