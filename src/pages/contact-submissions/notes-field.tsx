import { type EarlyAccessRequest, NOTES_LIMIT } from "@contracts/early-access-request.ts";
import { Button, Textarea } from "@mantine/core";
import { useId } from "react";
import type { RequestDraft } from "#mirror/person/lists/draft-rows.ts";
import classes from "./request-card.module.css";
import { useNotes } from "./use-notes.ts";

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
  const { submission, saving, disabled } = props;
  const { text, type, isChanged, isKept, isOvertaken, forget } = useNotes(submission, props.draft);
  const countId = useId();
  const theirs = submission.notes ?? "";
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
        <div role="note" aria-label="Changed meanwhile" className={classes.overtaken}>
          <p className={classes.unsavedWords}>
            Somebody else changed these notes after you began. They say now:
          </p>
          <p className={classes.theirs}>{theirs === "" ? "(nothing)" : theirs}</p>
          <p>Save Notes puts yours in their place.</p>
          <Button variant="default" onClick={() => void forget()}>
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
          <span className={classes.kept}>Not saved yet{isKept && ", kept on this device"}</span>
        )}
        <p id={countId} className={classes.count}>
          {count.format(text.length)} / {count.format(NOTES_LIMIT)} characters
        </p>
      </div>
    </div>
  );
}
