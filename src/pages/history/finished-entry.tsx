import type { Agent } from "@contracts/agent.ts";
import { useId } from "react";
import type { MirroredAgentLog } from "../../mirror/person-database.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import classes from "./entry.module.css";
import { EntryHead } from "./entry-head.tsx";

/** What the agents were given, by the name of it; a photo is not kept in the history. */
const INPUT_WORDS: Readonly<Record<Agent, string>> = {
  voice: "Full Transcription",
  snap: "Photo",
  label: "Question",
  ask: "Question",
};

/** One entry that arrived. */
export function FinishedEntry({ log }: { log: MirroredAgentLog }) {
  const heading = useId();
  const summary = log.output_summary ?? "";
  const input = log.input_data ?? "";
  return (
    <article className={classes.entry}>
      <EntryHead agent={log.agent_type} time={Date.parse(log.captured_at ?? log.created_at)} />
      <h3 id={heading} className={classes.label}>
        Summary
      </h3>
      <p className={classes.summary}>{summary === "" ? "Nothing was said." : summary}</p>
      {input !== "" && input !== summary && (
        <details className={classes.input}>
          <summary className={classes.open}>{INPUT_WORDS[log.agent_type]}</summary>
          <p className={classes.inputText}>{input}</p>
        </details>
      )}
      {summary !== "" && (
        <div className={classes.actions}>
          <CopyButton text={summary} describedBy={heading} />
        </div>
      )}
    </article>
  );
}
