import { Button } from "@mantine/core";
import { useState } from "react";
import { useMirror } from "#mirror/mirror-context.tsx";
import type { Recording } from "#mirror/person/person-database.ts";
import { readRecordingBytes } from "#mirror/person/recordings/recordings.ts";
import { discardUnfinished, sendUnfinished } from "#outbox/unfinished-recordings.ts";
import { ListenButton } from "#ui/listen-button.tsx";
import { showError } from "#ui/toast.ts";
import classes from "./unfinished-actions.module.css";

/**
 * What can be done with an unfinished recording: hear it, send it, or discard it after being asked.
 * The keyboard's focus goes where the question goes.
 */
export function UnfinishedActions(props: {
  recording: Recording;
  /** What the button says that sends it. */
  send: string;
  /** Called once it is queued. */
  onSent?: () => void;
  /** Called when this is about to go away: the focus must have another place to go. */
  leaveFocus?: () => void;
}) {
  const { recording, onSent, leaveFocus } = props;
  const { id, mimeType } = recording;
  const db = useMirror();
  const [question, setQuestion] = useState<"unasked" | "asked" | "answered">("unasked");

  async function load(): Promise<Blob> {
    return new Blob(await readRecordingBytes(db, id), { type: mimeType });
  }

  async function send(): Promise<void> {
    try {
      await sendUnfinished(db, id);
    } catch {
      showError("Error", "It could not be saved. Free some space on this device and try again.");
      return;
    }
    leaveFocus?.();
    onSent?.();
  }

  async function discard(): Promise<void> {
    leaveFocus?.();
    try {
      await discardUnfinished(db, id);
    } catch {
      showError("Error", "It could not be discarded. Try again.");
    }
  }

  if (question === "asked") {
    return (
      <fieldset className={classes.question}>
        <legend className={classes.questionText}>
          Discard this recording? This action cannot be undone.
        </legend>
        <Button variant="default" autoFocus onClick={() => setQuestion("answered")}>
          Cancel
        </Button>
        <Button color="danger" onClick={() => void discard()}>
          Discard for good
        </Button>
      </fieldset>
    );
  }
  return (
    <div className={classes.actions}>
      <ListenButton load={load} />
      <Button
        variant="default"
        autoFocus={question === "answered"}
        onClick={() => setQuestion("asked")}
      >
        Discard
      </Button>
      <Button className={classes.send} onClick={() => void send()}>
        {props.send}
      </Button>
    </div>
  );
}
