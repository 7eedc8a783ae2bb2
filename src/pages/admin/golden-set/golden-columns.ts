import { AGENTS } from "@contracts/agent.ts";
import type { GoldenQuestion } from "@contracts/golden-question.ts";
import type { Column } from "#ui/data-table/column.ts";
import type { NameOf } from "../knowledge-base/documents.ts";
import { expectationWords } from "./golden-words.ts";

/** A golden set as a table. */
export function goldenColumns(nameOf: NameOf): readonly Column<GoldenQuestion>[] {
  const expected = (row: GoldenQuestion) => expectationWords(row, nameOf);
  return [
    {
      id: "question",
      title: "Question",
      cell: ({ question }) => question,
      sortBy: ({ question }) => question,
    },
    {
      id: "agent",
      title: "Agent",
      cell: ({ agent }) => AGENTS[agent].name,
      sortBy: ({ agent }) => AGENTS[agent].name,
      width: "8rem",
    },
    {
      id: "expected",
      title: "Expected",
      cell: expected,
      sortBy: expected,
      secondary: true,
    },
  ];
}
