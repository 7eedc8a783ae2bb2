import { Button } from "@mantine/core";
import { Download, RotateCw, Trash2 } from "lucide-react";
import { useRef } from "react";
import { useMirror } from "#mirror/mirror-context.tsx";
import { discardKeptAudio } from "#mirror/person/recordings/kept-audio.ts";
import type { KeptAudio } from "#mirror/person/recordings/recording-rows.ts";
import { useKeptAudio } from "#mirror/person/recordings/use-local-copy.ts";
import { sendNoteAgain } from "#outbox/send-note-again.ts";
import { browserPorts } from "#platform/browser-ports.ts";
import { AskTwice } from "#ui/ask-twice.tsx";
import { showError } from "#ui/toast.ts";
import { exportKeptAudio } from "./kept-audio-file.ts";
import { Listen } from "./listen-to-entry.tsx";
import classes from "./no-speech.module.css";

/** The actions for a recording in which no speech was recognised. No other copy of it exists. */
export function NoSpeech(props: { id: string; sentAgain?: (newId: string) => void }) {
  const db = useMirror();
  const audio = useKeptAudio(props.id);
  const place = useRef<HTMLDivElement>(null);

  /** The buttons are about to disappear: keep the keyboard focus at this entry. */
  function leaveFocus(): void {
    place.current?.focus();
  }

  async function sendAgain(): Promise<void> {
    leaveFocus();
    try {
      const newId = await sendNoteAgain(db, browserPorts, props.id);
      if (newId !== null) props.sentAgain?.(newId);
    } catch {
      showError("Error", "It could not be saved. Free some space on this device and try again.");
    }
  }

  return (
    <div ref={place} tabIndex={-1} className={classes.place}>
      {audio !== undefined && audio?.sentAgainAs == null && (
        <p className={classes.note}>{describeKeptAudio(audio)}</p>
      )}
      {audio?.sentAgainAs === null && (
        <div className={classes.actions}>
          <Listen audio={audio} />
          <Button
            variant="default"
            leftSection={<RotateCw size={18} aria-hidden />}
            onClick={() => void sendAgain()}
          >
            Send again
          </Button>
          <Button
            variant="default"
            leftSection={<Download size={18} aria-hidden />}
            onClick={() => void exportAudio(audio)}
          >
            Export
          </Button>
          <AskTwice
            label="Discard"
            icon={<Trash2 size={18} aria-hidden />}
            question="Discard this recording? It is nowhere else. This cannot be undone."
            onConfirm={() => {
              leaveFocus();
              void discardKeptAudio(db, audio.id);
            }}
          />
        </div>
      )}
      <p role="status" className={classes.note}>
        {typeof audio?.sentAgainAs === "string" &&
          "This recording was sent again. What comes of it is an entry of its own."}
      </p>
    </div>
  );

  async function exportAudio(stored: KeptAudio): Promise<void> {
    try {
      await exportKeptAudio(db, stored);
    } catch {
      showError("Error", "This recording can't be read. Try again.");
    }
  }
}

function describeKeptAudio(audio: KeptAudio | null): string {
  return audio === null
    ? "The recording is not on this device."
    : "The recording is kept on this device until you discard it.";
}
