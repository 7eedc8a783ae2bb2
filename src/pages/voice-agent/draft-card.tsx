import { Button } from "@mantine/core";
import { useState } from "react";
import { useMirror } from "../../mirror/mirror-context.tsx";
import type { Recording } from "../../mirror/person-database.ts";
import { readRecordingBytes } from "../../mirror/recordings.ts";
import { discardDraft, keepDraft } from "../../sync/voice-notes.ts";
import { formatElapsed } from "../../ui/elapsed-time.ts";
import { ListenButton } from "../../ui/listen-button.tsx";
import { momentWords } from "../../ui/moment.ts";
import { showError } from "../../ui/toast.ts";
import classes from "./drafts.module.css";

/** One unfinished recording: hear it, keep it, or discard it after being asked. */
export function DraftCard(props: { draft: Recording; onKept: (id: string) => void }) {
  const { draft, onKept } = props;
  const db = useMirror();
  const [asking, setAsking] = useState(false);

  async function load(): Promise<Blob> {
    return new Blob(await readRecordingBytes(db, draft.id), { type: draft.mimeType });
  }

  async function keep(): Promise<void> {
    try {
      await keepDraft(db, draft.id);
      onKept(draft.id);
    } catch {
      showError("Error", "It could not be saved. Free some space on this device and try again.");
    }
  }

  return (
    <li className={classes.card}>
      <p className={classes.facts}>
        <span className={classes.length}>{formatElapsed(draft.durationMs)}</span>
        <time dateTime={new Date(draft.startedAt).toISOString()} className={classes.time}>
          {momentWords(draft.startedAt)}
        </time>
      </p>
      {asking ? (
        <fieldset className={classes.question}>
          <legend className={classes.questionText}>
            Discard this recording? This action cannot be undone.
          </legend>
          <Button variant="default" autoFocus onClick={() => setAsking(false)}>
            Cancel
          </Button>
          <Button color="danger" onClick={() => void discardDraft(db, draft.id)}>
            Discard for good
          </Button>
        </fieldset>
      ) : (
        <div className={classes.actions}>
          <ListenButton load={load} />
          <Button variant="default" onClick={() => setAsking(true)}>
            Discard
          </Button>
          <Button className={classes.keep} onClick={() => void keep()}>
            Keep
          </Button>
        </div>
      )}
    </li>
  );
}
