import { Box, Button } from "@mantine/core";
import { useMirror } from "#mirror/mirror-context.tsx";
import type { Recording } from "#mirror/person/recordings/recording-rows.ts";
import {
  deleteUnsealedRecording,
  readRecordingBytes,
} from "#mirror/person/recordings/recordings.ts";
import { queueRecording } from "#outbox/recording-session.ts";
import { AskTwice } from "#ui/ask-twice.tsx";
import { ListenButton } from "#ui/listen-button.tsx";
import { showError, showNotSaved } from "#ui/toast.ts";
import classes from "./unfinished-actions.module.css";

/** The actions for an unfinished recording: play it, send it, or discard it after a question. */
export function UnfinishedActions(props: {
  recording: Recording;
  /** The label of the Send button. */
  send: string;
  /** Called after it was queued. */
  onSent?: () => void;
  /** Called when these buttons are about to disappear: the caller must move the focus. */
  leaveFocus?: () => void;
}) {
  const { recording, onSent, leaveFocus } = props;
  const { id, mimeType } = recording;
  const db = useMirror();

  async function send(): Promise<void> {
    try {
      await queueRecording(db, id);
    } catch {
      showNotSaved();
      return;
    }
    leaveFocus?.();
    onSent?.();
  }

  async function discard(): Promise<void> {
    leaveFocus?.();
    try {
      await deleteUnsealedRecording(db, id);
    } catch {
      showError("Error", "It could not be discarded. Try again.");
    }
  }

  return (
    <Box mt="0.875rem">
      <AskTwice
        label="Discard"
        question="Discard this recording? This action cannot be undone."
        // Not the default label "Keep": for a draft, that is the label of the button that sends it.
        keep="Cancel"
        among={(button) => (
          <div className={classes.actions}>
            <ListenButton
              load={async () => new Blob(await readRecordingBytes(db, id), { type: mimeType })}
            />
            {button}
            <Button className={classes.send} onClick={() => void send()}>
              {props.send}
            </Button>
          </div>
        )}
        onConfirm={() => void discard()}
      />
    </Box>
  );
}
