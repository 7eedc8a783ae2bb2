import { Download, RotateCw, Trash2 } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { useMirror } from "#mirror/mirror-context.tsx";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { discardKeptAudio } from "#mirror/person/recordings/kept-audio.ts";
import type { KeptAudio } from "#mirror/person/recordings/recording-rows.ts";
import { readRecordingBytes } from "#mirror/person/recordings/recordings.ts";
import { useKeptAudio } from "#mirror/person/recordings/use-local-copy.ts";
import { sendNoteAgain } from "#outbox/send-note-again.ts";
import { browserPorts } from "#platform/browser-ports.ts";
import { AskTwice } from "#ui/ask-twice.tsx";
import { formatElapsed, formatMoment } from "#ui/format.ts";
import { itemFileName } from "#ui/item-file-name.ts";
import rowClasses from "#ui/listen-button.module.css";
import { ListenButton } from "#ui/listen-button.tsx";
import { PlainButton } from "#ui/plain-button.tsx";
import { saveFile } from "#ui/save-file.ts";
import { showError, showNotSaved } from "#ui/toast.ts";
import classes from "./no-speech.module.css";

/**
 * The actions for a recording in which no speech was recognised. No other copy of it exists.
 * @param props.children further actions, which are there without a recording as well
 */
export function NoSpeech(props: {
  id: string;
  sentAgain?: (newId: string) => void;
  children?: ReactNode;
}) {
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
      showNotSaved();
    }
  }

  return (
    <div ref={place} tabIndex={-1} className={classes.place}>
      {audio !== undefined && audio?.sentAgainAs == null && (
        <p className={classes.note}>
          {audio === null
            ? "The recording is not on this device."
            : "The recording is kept on this device until you discard it."}
        </p>
      )}
      <div className={rowClasses.actions}>
        {audio?.sentAgainAs === null ? (
          <ListenToEntry id={audio.id}>
            <PlainButton icon={RotateCw} onClick={() => void sendAgain()}>
              Send again
            </PlainButton>
            <PlainButton icon={Download} onClick={() => void exportAudio(audio)}>
              Export
            </PlainButton>
            <AskTwice
              label="Discard"
              icon={Trash2}
              question="Discard this recording? It is nowhere else. This cannot be undone."
              onConfirm={() => {
                leaveFocus();
                void discardKeptAudio(db, audio.id);
              }}
            />
            {props.children}
          </ListenToEntry>
        ) : (
          props.children
        )}
      </div>
      <p role="status" className={classes.note}>
        {typeof audio?.sentAgainAs === "string" &&
          "This recording was sent again. What comes of it is an entry of its own."}
      </p>
    </div>
  );

  async function exportAudio(stored: KeptAudio): Promise<void> {
    try {
      const name = itemFileName("voice", stored.capturedAt, stored.mimeType);
      saveFile(await keptAudioFile(db, stored), name);
    } catch {
      showError("Error", "This recording can't be read. Try again.");
    }
  }
}

/** The players of the entries that are shown, by the ids of those. */
const players = new Map<string, RefObject<((seconds: number) => void) | null>>();

/** Plays the recording of an entry from a time in seconds on; null if it is not on this device. */
export function usePlayFrom(id: string): ((seconds: number) => void) | null {
  const isKept = useKeptAudio(id)?.sentAgainAs === null;
  return isKept ? (seconds) => players.get(id)?.current?.(seconds) : null;
}

/**
 * A button that plays the recording of a history entry, if this device still has it.
 * @param props.children the other buttons of the entry: what plays is shown below all of them
 */
export function ListenToEntry(props: { id: string; children?: ReactNode }) {
  const db = useMirror();
  const { id } = props;
  const audio = useKeptAudio(id);
  const playFrom = useRef<((seconds: number) => void) | null>(null);
  useEffect(() => {
    players.set(id, playFrom);
    return () => void players.delete(id);
  }, [id]);
  const kept = audio?.sentAgainAs === null ? audio : null;
  return (
    <ListenButton
      label="Listen"
      {...(kept && {
        about: `${formatElapsed(kept.durationMs)}, recorded ${formatMoment(kept.capturedAt)}`,
        seconds: kept.durationMs / 1000,
      })}
      load={kept && (() => keptAudioFile(db, kept))}
      playFrom={playFrom}
    >
      {props.children}
    </ListenButton>
  );
}

/** A kept recording as one audio file. @throws if the recording has been deleted meanwhile */
async function keptAudioFile(db: PersonDatabase, audio: KeptAudio): Promise<Blob> {
  const bytes = await readRecordingBytes(db, audio.id);
  if (bytes.length === 0) throw new Error(`The sound of ${audio.id} is not on this device`);
  return new Blob(bytes, { type: audio.mimeType });
}
