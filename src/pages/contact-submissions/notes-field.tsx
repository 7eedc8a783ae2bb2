import { type EarlyAccessRequest, NOTES_LIMIT } from "@contracts/early-access-request.ts";
import { Button, Textarea } from "@mantine/core";
import { useId } from "react";
import shared from "#features/administration/administration.module.css";
import { useMirror } from "#mirror/mirror-context.tsx";
import type { RequestDraft } from "#mirror/person/lists/draft-rows.ts";
import { keepNotesDraft, keepRequestDraft } from "#mirror/person/lists/early-access-requests.ts";
import { useKeptText } from "#ui/use-kept-text.ts";
import classes from "./request-card.module.css";

const count = new Intl.NumberFormat("en");

/**
 * The notes about a request. Typed text is never lost, and another person's notes are shown before
 * they can be overwritten.
 */
export function NotesField(props: {
  submission: EarlyAccessRequest;
  draft: RequestDraft | undefined;
  saving: boolean;
  disabled: boolean;
  describedBy: string | undefined;
  onSave: (notes: string) => void;
}) {
  const { submission, draft, saving, disabled } = props;
  const db = useMirror();
  const saved = submission.notes ?? "";
  const keep = (notes: string) => keepNotesDraft(db, submission.id, notes, saved);
  const advice = "Save your notes before you leave.";
  const { text, isKept, type, forget } = useKeptText(draft?.notes ?? saved, keep, advice);
  const isChanged = text !== saved;
  // Another administrator changed the saved notes after this one began to edit them.
  const before = draft?.notesBefore ?? null;
  const isOvertaken = isChanged && before !== null && before !== saved;
  const countId = useId();

  async function discard(): Promise<void> {
    await keepRequestDraft(db, submission.id, { notes: null, notesBefore: null });
    forget();
  }

  return (
    <div className={classes.field}>
      <Textarea
        label="Notes"
        autosize={false}
        rows={2}
        maxLength={NOTES_LIMIT}
        value={text}
        onChange={({ currentTarget: { value } }) => void type(value)}
        aria-describedby={countId}
      />
      {isOvertaken && !saving && (
        <div role="note" aria-label="Changed meanwhile" className={shared.overtaken}>
          <p className={shared.notice}>
            Somebody else changed these notes after you began. They say now:
          </p>
          <p className={`${shared.theirs} ${classes.theirs}`}>
            {saved === "" ? "(nothing)" : saved}
          </p>
          <p>Save Notes puts yours in their place.</p>
          <Button variant="default" onClick={() => void discard()}>
            Discard mine
          </Button>
        </div>
      )}
      <div className={classes.save}>
        <Button
          variant={isChanged && !disabled ? "filled" : "default"}
          disabled={disabled}
          // Not `disabled` while it saves: the button would lose the focus.
          aria-disabled={saving || undefined}
          aria-describedby={props.describedBy}
          onClick={() => {
            if (!saving) props.onSave(text);
          }}
        >
          {saving ? "Saving..." : "Save Notes"}
        </Button>
        {isChanged && !saving && (
          <span className={shared.waiting}>Not saved yet{isKept && ", kept on this device"}</span>
        )}
        <p id={countId} className={shared.count}>
          {count.format(text.length)} / {count.format(NOTES_LIMIT)} characters
        </p>
      </div>
    </div>
  );
}
