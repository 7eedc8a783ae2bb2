import { AGENTS } from "@contracts/agent.ts";
import type { ActivityLog } from "@contracts/agent-log.ts";
import type { Job } from "@contracts/job.ts";
import { doneAt } from "@contracts/log-time.ts";
import { Button } from "@mantine/core";
import { memo, useMemo, useState } from "react";
import shared from "#features/administration/administration.module.css";
import { jobTitle } from "#mirror/person/lists/jobs.ts";
import { formatBriefMoment, formatMoment } from "#ui/format.ts";
import { readableText } from "#ui/readable-text.ts";
import rows from "#ui/row.module.css";
import { type Author, INPUT_NAMES } from "./activity-csv.ts";
import classes from "./activity-entry.module.css";

/** One use of an agent by a person of the company. */
export const ActivityEntry = memo(function ActivityEntry(props: {
  log: ActivityLog;
  /** Null while the company's people are being loaded. */
  author: Author | null;
  /** The job that it belongs to, if this device has it. */
  job: Job | undefined;
}) {
  const { log, author, job } = props;
  // A photo has no question.
  const none = log.input_type === "image" ? "A photo" : "None";
  const answer = useMemo(() => answerText(log), [log]);
  const time = doneAt(log);
  return (
    <article className={`${rows.row} ${classes.entry}`}>
      <div className={classes.head}>
        <div className={classes.who}>
          <h3 className={`${shared.name} ${classes.name}`}>{author?.name ?? "…"}</h3>
          {author !== null && author.email !== null && (
            <p className={shared.facts}>{author.email}</p>
          )}
        </div>
        <time dateTime={new Date(time).toISOString()} className={shared.facts}>
          {formatMoment(time)}
        </time>
      </div>
      <p className={classes.kind}>
        <span className={`${shared.pill} ${classes.agent}`} data-agent={log.agent_type}>
          {AGENTS[log.agent_type].name}
        </span>
        <span className={shared.pill}>{INPUT_NAMES[log.input_type]}</span>
        {job !== undefined && <span className={shared.pill}>{jobTitle(job)}</span>}
      </p>
      <dl className={`${shared.texts} ${classes.texts}`}>
        <div>
          <dt>Question</dt>
          <dd>
            <LongText text={log.input_data ?? ""} none={none} of="question" />
          </dd>
        </div>
        <div>
          <dt>Answer</dt>
          <dd>
            <LongText text={answer} none="None" of="answer" />
          </dd>
        </div>
      </dl>
      {log.edited_at != null && (
        <p className={shared.facts}>
          Edited by {author?.name ?? "…"},{" "}
          {formatBriefMoment(Date.parse(log.edited_at), Date.now())}
        </p>
      )}
    </article>
  );
});

/** The answer without Markdown, "" for none; the summary of a voice note is plain text. */
function answerText({ agent_type, output_summary }: ActivityLog): string {
  const text = output_summary ?? "";
  return agent_type === "voice" ? text : readableText(text, agent_type !== "snap");
}

/** How many characters of a long text are shown at first. */
const CUT = 200;

/**
 * A text that is cut if it is long, with a button to show all of it. `of` names the text for screen
 * readers; `none` stands in place of an empty one.
 */
export function LongText({ text, none, of }: { text: string; none?: string; of: string }) {
  const [whole, setWhole] = useState(false);
  if (text === "" && none !== undefined) return <p className={shared.about}>{none}</p>;
  const isLong = text.length > CUT;
  const action = whole ? "Show less" : "Show all";
  return (
    <>
      <p className={classes.text}>{isLong && !whole ? `${text.slice(0, CUT).trimEnd()}…` : text}</p>
      {isLong && (
        <Button
          variant="subtle"
          className={classes.more ?? ""}
          aria-expanded={whole}
          aria-label={`${action} of the ${of}`}
          onClick={() => setWhole(!whole)}
        >
          {action}
        </Button>
      )}
    </>
  );
}
