import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { useMirror } from "#mirror/mirror-context.tsx";
import type { Note, NoteVersion } from "#mirror/person/notes.ts";
import { correctNote } from "#outbox/change-entry.ts";
import { browserPorts } from "#platform/browser-ports.ts";
import { formatMoment } from "#ui/format.ts";
import { showNotSaved, showStatus } from "#ui/toast.ts";
import texts from "../speech-drafts/draft.module.css";
import classes from "./corrections.module.css";

/** So long (ms) after a choice no other counts: the list changes below the second tap of an impatient person. */
const PAUSE_MS = 500;

/** All versions of a note but the valid one, each of which can be made valid again. */
export function EarlierVersions({ note }: { note: Note }) {
  const db = useMirror();
  const [isOpen, setIsOpen] = useState(false);
  const summary = useRef<HTMLElement>(null);
  const chosenAt = useRef(Number.NEGATIVE_INFINITY);
  const original = note.versions.at(-1);
  const shown = note.versions.filter((version) => version !== note.valid);

  async function use({ transcription, summary: text }: NoteVersion): Promise<void> {
    if (performance.now() - chosenAt.current < PAUSE_MS) return;
    chosenAt.current = performance.now();
    // The list is about to change under the button.
    summary.current?.focus();
    try {
      await correctNote(db, browserPorts, note.id, { transcription, summary: text });
      showStatus("Version changed", "The one before is still among the earlier versions.");
    } catch {
      showNotSaved();
    }
  }

  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary ref={summary} className={texts.open}>
        Earlier versions
      </summary>
      {isOpen && (
        <ul aria-label="Earlier versions" className={classes.versions}>
          {shown.map((version) => {
            const kind = version === original ? "Original" : "Edited by you";
            const name = `${kind}, ${formatMoment(version.time)}`;
            return (
              <li key={version.id}>
                <p className={texts.title}>{name}</p>
                {version.summary !== "" && version.summary !== version.transcription && (
                  <p className={texts.text}>{version.summary}</p>
                )}
                <p className={texts.text}>{version.transcription}</p>
                <Button
                  variant="default"
                  aria-label={`Use this one: ${name}`}
                  onClick={() => void use(version)}
                >
                  Use this one
                </Button>
              </li>
            );
          })}
        </ul>
      )}
    </details>
  );
}
