import { type EarlyAccessRequest, NOTES_LIMIT } from "@contracts/early-access-request.ts";
import { Button, Textarea } from "@mantine/core";
import { useId, useRef, useState } from "react";
import shared from "#features/administration/administration.module.css";
import { useMirror } from "#mirror/mirror-context.tsx";
import type { RequestDraft } from "#mirror/person/lists/draft-rows.ts";
import { keepNotesDraft, keepRequestDraft } from "#mirror/person/lists/early-access-requests.ts";
import { isOutOfSpace } from "#platform/out-of-space.ts";
import { showError } from "#ui/toast.ts";
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
        <div role="note" aria-label="Changed meanwhile" className={shared.overtaken}>
          <p className={shared.notice}>
            Somebody else changed these notes after you began. They say now:
          </p>
          <p className={`${shared.theirs} ${classes.theirs}`}>
            {theirs === "" ? "(nothing)" : theirs}
          </p>
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
          <span className={shared.waiting}>Not saved yet{isKept && ", kept on this device"}</span>
        )}
        <p id={countId} className={shared.count}>
          {count.format(text.length)} / {count.format(NOTES_LIMIT)} characters
        </p>
      </div>
    </div>
  );
}

/** The notes of a request while they are typed. They are stored on the device meanwhile. */
function useNotes(submission: EarlyAccessRequest, draft: RequestDraft | undefined) {
  const db = useMirror();
  const saved = submission.notes ?? "";
  const stored = draft?.notes ?? saved;
  // The typed text until it is read back: the mirror answers a moment after the key press.
  const [typed, setTyped] = useState<{ text: string; isKept: boolean } | null>(null);
  if (typed?.isKept === true && typed.text === stored) setTyped(null);
  const next = useRef<{ text: string; saved: string } | null>(null);
  const isKeeping = useRef(false);

  async function type(text: string): Promise<void> {
    setTyped({ text, isKept: false });
    next.current = { text, saved };
    // Only one write at a time, always of the latest text: queued writes would be lost if the page
    // is closed.
    if (isKeeping.current) return;
    isKeeping.current = true;
    try {
      while (next.current !== null) {
        const latest: { text: string; saved: string } = next.current;
        next.current = null;
        await keepNotesDraft(db, submission.id, latest.text, latest.saved);
      }
      setTyped((now) => now && { ...now, isKept: true });
    } catch (error) {
      if (!isOutOfSpace(error)) throw error;
      showError("Not kept on this device", "It is full. Save your notes before you leave.");
    } finally {
      isKeeping.current = false;
    }
  }

  const text = typed?.text ?? stored;
  const isChanged = text !== saved;
  const before = draft?.notesBefore ?? null;
  return {
    text,
    type,
    isChanged,
    /** Whether the typed text would still be there after a reload. */
    isKept: typed === null || typed.isKept,
    /** Whether somebody else changed the saved notes after the editing began. */
    isOvertaken: isChanged && before !== null && before !== saved,
    /** Discards the typed text. */
    forget: async () => {
      await keepRequestDraft(db, submission.id, { notes: null, notesBefore: null });
      setTyped(null);
    },
  };
}
