import { UnfinishedActions } from "#features/unfinished/unfinished-actions.tsx";
import type { Recording } from "#mirror/person/recordings/recording-rows.ts";
import { formatElapsed, formatMoment } from "#ui/format.ts";
import classes from "./drafts.module.css";

/** Unfinished recordings, with the actions that the person can choose. */
export function Drafts(props: { drafts: Recording[]; onKept: (id: string) => void }) {
  const { drafts, onKept } = props;
  if (drafts.length === 0) return null;
  return (
    <section aria-labelledby="drafts">
      <h2 id="drafts" className={classes.title}>
        {drafts.length === 1 ? "Unfinished recording" : "Unfinished recordings"}
      </h2>
      <ul className={classes.list}>
        {drafts.map((draft) => (
          <DraftCard key={draft.id} draft={draft} onKept={onKept} />
        ))}
      </ul>
    </section>
  );
}

/** One unfinished recording: play it, keep it, or discard it after a question. */
function DraftCard(props: { draft: Recording; onKept: (id: string) => void }) {
  const { draft, onKept } = props;
  return (
    <li className={classes.card}>
      <p className={classes.facts}>
        <span className={classes.length}>{formatElapsed(draft.durationMs)}</span>
        <time dateTime={new Date(draft.startedAt).toISOString()} className={classes.time}>
          {formatMoment(draft.startedAt)}
        </time>
      </p>
      <UnfinishedActions recording={draft} send="Keep" onSent={() => onKept(draft.id)} />
    </li>
  );
}
