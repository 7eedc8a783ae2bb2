import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { type TakenBack, unsealRecording } from "#mirror/person/recordings/recordings.ts";
import { showError, showStatus } from "#ui/toast.ts";

/** Makes a note unfinished again that was queued because its page was left, and shows the result. */
export async function undoNote(db: PersonDatabase, noteId: string): Promise<void> {
  let taken: TakenBack;
  try {
    taken = await unsealRecording(db, noteId);
  } catch {
    showError("Error", "It could not be undone. The recording is kept and will be sent.");
    return;
  }
  const { title, message } = describeUndo(taken);
  showStatus(title, message);
}

/** The text about the result of taking a note back. */
function describeUndo(taken: TakenBack): { title: string; message: string } {
  switch (taken) {
    case "taken-back":
      return {
        title: "Recording not sent",
        message: "It is unfinished now. Open the Voice Agent to keep or discard it.",
      };
    case "on-its-way":
      return { title: "Too late to undo", message: "The recording is already on its way." };
    case "gone":
      return {
        title: "Too late to undo",
        message: "The recording has already arrived, or was discarded.",
      };
  }
}
