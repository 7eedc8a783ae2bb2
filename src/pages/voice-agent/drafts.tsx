import type { Recording } from "#mirror/person/person-database.ts";
import { DraftCard } from "./draft-card.tsx";
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
