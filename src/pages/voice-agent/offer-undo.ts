import { noticeText } from "#features/recorder/voice-notice.ts";
import { UNDO_MS } from "#mirror/person/outbox/stored-item.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { loadPatiently } from "#platform/lazy-chunks.ts";
import { useSession } from "#session/session.ts";
import { showStatus, showUndo } from "#ui/toast.ts";

/** Shorter than the note waits before it is sent, so that a tap at the last moment still works. */
const OFFERED_MS = UNDO_MS - 1000;

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
  const taking = loadPatiently(() => import("./undo-note.ts"));
  const close = showUndo({
    title,
    message,
    forMs: OFFERED_MS,
    undo: () => void taking.then(({ undoNote }) => undoNote(db, noteId)),
    closed: () => unfollow(),
  });
  // The next person who signs in must not see it.
  const unfollow = useSession.subscribe(() => {
    if (!isTheirs()) close();
  });
}
