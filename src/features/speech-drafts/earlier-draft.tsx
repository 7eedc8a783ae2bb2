import { useDraft } from "#mirror/person/recordings/use-local-copy.ts";
import classes from "./draft.module.css";
import { DRAFT_TITLE, isShown } from "./draft-notes.ts";
import { DraftText } from "./draft-text.tsx";

/** The draft of a recording whose transcription has taken the draft's place. */
export function EarlierDraft({ id }: { id: string }) {
  const draft = useDraft(id);
  if (!isShown(draft)) return null;
  return (
    <details>
      <summary className={classes.open}>{DRAFT_TITLE}</summary>
      <DraftText draft={draft} />
    </details>
  );
}
