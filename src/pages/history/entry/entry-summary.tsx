import { type ReactNode, Suspense, use, useId } from "react";
import type { MirroredAgentLog } from "#mirror/person/person-database.ts";
import { CopyButton } from "#ui/copy-button.tsx";
import classes from "./entry.module.css";
import { EntryActions } from "./entry-actions.tsx";

/**
 * Loaded after the page: an answer is readable with its Markdown marks, and keeps them if this
 * cannot be loaded.
 */
const readableTextLoaded = import("#ui/readable-text.ts").then(
  (module) => module.readableText,
  () => (markdown: string) => markdown,
);

/**
 * The result of an entry. `children` is placed between the text and the buttons: `listen` and Copy.
 */
export function EntrySummary(props: {
  log: MirroredAgentLog;
  listen: ReactNode;
  children: ReactNode;
}) {
  const { log, listen, children } = props;
  const { agent_type, output_summary } = log;
  const labelId = useId();
  const parts = { log, text: output_summary ?? "", labelId, listen, children };
  return (
    <>
      <h4 id={labelId} className={classes.label}>
        Summary
      </h4>
      {agent_type === "voice" ? (
        <SummaryText {...parts} />
      ) : (
        <Suspense fallback={<SummaryText {...parts} />}>
          <AnswerSummary {...parts} cited={agent_type !== "snap"} />
        </Suspense>
      )}
    </>
  );
}

interface SummaryTextProps {
  log: MirroredAgentLog;
  text: string;
  labelId: string;
  listen: ReactNode;
  children: ReactNode;
}

/** The summary of an answer that a model wrote in Markdown. */
function AnswerSummary({ cited, text, ...rest }: SummaryTextProps & { cited: boolean }) {
  const readableText = use(readableTextLoaded);
  return <SummaryText text={readableText(text, cited)} {...rest} />;
}

/** A summary in the form in which it is shown and copied. */
function SummaryText({ log, text, labelId, listen, children }: SummaryTextProps) {
  return (
    <>
      <p className={classes.summary}>{text === "" ? "Nothing was said." : text}</p>
      {children}
      <div className={classes.actions}>
        {listen}
        {text !== "" && <CopyButton text={text} describedBy={labelId} />}
        <EntryActions log={log} />
      </div>
    </>
  );
}
