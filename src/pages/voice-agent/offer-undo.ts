import { noticeText } from "#features/recorder/voice-notice.ts";
import { UNDO_MS } from "#mirror/person/outbox/undo.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { type TakenBack, unsealRecording } from "#mirror/person/recordings/recordings.ts";
import { useSession } from "#session/session.ts";
import { showError, showStatus, showUndo } from "#ui/toast.ts";

/** Shorter than the note waits before it is sent, so that a tap at the last moment still works. */
const OFFERED_MS = UNDO_MS - 1000;

const RESULTS: Readonly<Record<TakenBack, [title: string, message: string]>> = {
  "taken-back": [
    "Recording not sent",
    "It is unfinished now. Open the Voice Agent to keep or discard it.",
  ],
  "on-its-way": ["Too late to undo", "The recording is already on its way."],
  gone: ["Too late to undo", "The recording has already arrived, or was discarded."],
};

/**
 * Shows that a note was queued because its page was left, and lets the person take it back on any
 * other page.
 */
export function offerUndo(db: PersonDatabase, noteId: string): void {
  const { title, message } = noticeText({ kind: "saved", noteId });
  const isTheirs = () => useSession.getState().identity?.id === db.personId;
  // The session may have ended while the note was recorded.
  if (!isTheirs()) {
    showStatus(title, message);
    return;
  }
  const close = showUndo({
    title,
    message,
    forMs: OFFERED_MS,
    undo: () =>
      unsealRecording(db, noteId).then(
        (result) => showStatus(...RESULTS[result]),
        () => showError("Error", "It could not be undone. The recording is kept and will be sent."),
      ),
    closed: () => unfollow(),
  });
  // The next person who signs in must not see it.
  const unfollow = useSession.subscribe(() => {
    if (!isTheirs()) close();
  });
}
