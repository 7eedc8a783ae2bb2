import { openAudioRecorder } from "#capture/audio-recorder.ts";
import { keepScreenAwake } from "#capture/screen-wake.ts";
import { whenHidden } from "#capture/when-hidden.ts";
import { type VoiceNotice, wordNotice } from "#features/recorder/voice-notice.ts";
import { createVoiceRecording, type VoiceRecording } from "#features/recorder/voice-recording.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { beginVoiceNote } from "#outbox/voice-notes.ts";
import { browserPorts } from "#platform/browser-ports.ts";
import { askToPersist } from "#platform/storage-quota.ts";
import { pinSession } from "#session/pin.ts";
import { showError, showStatus } from "#ui/toast.ts";
import { offerUndo } from "./offer-undo.ts";

/** By mirror, not by page: a note that is being put away outlives the page that was left. */
const recordings = new WeakMap<PersonDatabase, VoiceRecording>();

/** The one recorder of a person in this tab. */
export function voiceRecordingOf(db: PersonDatabase): VoiceRecording {
  const existing = recordings.get(db);
  if (existing !== undefined) return existing;
  const created = createVoiceRecording({
    openRecorder: openAudioRecorder,
    beginNote: (mimeType) => beginVoiceNote(db, browserPorts, mimeType),
    whileRecording(recorder) {
      // Refused or failed, the note is kept all the same, only less surely.
      askToPersist().catch(() => undefined);
      const endings = [keepScreenAwake(), pinSession(), whenHidden(recorder.flush)];
      return () => {
        for (const end of endings) end();
      };
    },
    notify: (notice) => notify(db, notice),
    whenNotStopped: "send",
  });
  recordings.set(db, created);
  return created;
}

function notify(db: PersonDatabase, notice: VoiceNotice): void {
  const { title, message, tone } = wordNotice(notice);
  if (notice.kind === "saved") offerUndo(db, notice.noteId);
  else if (tone === "error") showError(title, message);
  else showStatus(title, message);
}
