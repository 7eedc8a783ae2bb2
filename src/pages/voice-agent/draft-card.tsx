import { UnfinishedActions } from "#features/unfinished/unfinished-actions.tsx";
import type { Recording } from "#mirror/person/person-database.ts";
import { formatElapsed, momentWords } from "#ui/format.ts";
import classes from "./drafts.module.css";

/** One unfinished recording: play it, keep it, or discard it after a question. */
export function DraftCard(props: { draft: Recording; onKept: (id: string) => void }) {
  const { draft, onKept } = props;
  return (
    <li className={classes.card}>
      <p className={classes.facts}>
        <span className={classes.length}>{formatElapsed(draft.durationMs)}</span>
        <time dateTime={new Date(draft.startedAt).toISOString()} className={classes.time}>
          {momentWords(draft.startedAt)}
        </time>
      </p>
      <UnfinishedActions recording={draft} send="Keep" onSent={() => onKept(draft.id)} />
    </li>
  );
}
