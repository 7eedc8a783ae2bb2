import { AGENTS } from "@contracts/agent.ts";
import type { ActivityLog } from "@contracts/agent-log.ts";
import { doneAt } from "@contracts/log-time.ts";
import type { Column } from "#ui/data-table/column.ts";
import { momentWords } from "#ui/format.ts";
import type { Author } from "./activity-author.ts";
import { INPUT_WORDS } from "./activity-csv.ts";
import { answerText, questionText } from "./activity-texts.ts";

type AuthorOf = (log: ActivityLog) => Author | null;

/** How many characters of a text a cell shows. */
const CELL_TEXT = 90;

/** The activity of a company as a table. */
export function activityColumns(authorOf: AuthorOf): readonly Column<ActivityLog>[] {
  const nameOf = (log: ActivityLog) => authorOf(log)?.name ?? "…";
  return [
    {
      id: "time",
      title: "Time",
      cell: (log) => momentWords(doneAt(log)),
      sortBy: doneAt,
      descendingFirst: true,
      width: "10.5rem",
    },
    { id: "user", title: "User", cell: nameOf, sortBy: nameOf, width: "10rem" },
    {
      id: "agent",
      title: "Agent",
      cell: (log) => AGENTS[log.agent_type].name,
      sortBy: (log) => AGENTS[log.agent_type].name,
      width: "8rem",
      secondary: true,
    },
    {
      id: "input",
      title: "Input",
      cell: (log) => INPUT_WORDS[log.input_type],
      sortBy: (log) => INPUT_WORDS[log.input_type],
      width: "6rem",
      secondary: true,
    },
    {
      id: "question",
      title: "Question",
      cell: (log) => briefly(questionText(log)),
      sortBy: (log) => log.input_data,
    },
    {
      id: "answer",
      title: "Answer",
      cell: (log) => briefly(answerText(log)),
      sortBy: (log) => log.output_summary,
      secondary: true,
    },
  ];
}

/** Names an entry for screen readers. */
export function activityName(log: ActivityLog, authorOf: AuthorOf): string {
  return [authorOf(log)?.name, AGENTS[log.agent_type].name, momentWords(doneAt(log))]
    .filter((part) => part !== undefined)
    .join(" · ");
}

function briefly(text: string): string {
  return text.length > CELL_TEXT ? `${text.slice(0, CELL_TEXT).trimEnd()}…` : text;
}
