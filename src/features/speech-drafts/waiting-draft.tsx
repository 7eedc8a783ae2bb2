import { useId } from "react";
import { useDraft } from "#mirror/person/recordings/use-local-copy.ts";
import classes from "./draft.module.css";
import { DRAFT_TITLE, isShown } from "./draft-notes.ts";
import { DraftText } from "./draft-text.tsx";

/** The draft of a recording that is not on the server yet. */
export function WaitingDraft(props: { id: string; className?: string | undefined }) {
  const draft = useDraft(props.id);
  const labelId = useId();
  if (!isShown(draft)) return null;
  return (
    <section aria-labelledby={labelId} className={props.className ?? classes.draft}>
      <h3 id={labelId} className={classes.title}>
        {DRAFT_TITLE}
      </h3>
      <DraftText draft={draft} />
    </section>
  );
}
