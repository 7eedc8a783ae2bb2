import { openAudioRecorder } from "#capture/audio-recorder.ts";
import { type VoiceNotice, wordNotice } from "#features/recorder/voice-notice.ts";
import { createVoiceRecording, type VoiceRecording } from "#features/recorder/voice-recording.ts";
import { whileRecording } from "#features/recorder/while-recording.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { beginVoiceNote } from "#outbox/voice-notes.ts";
import { browserPorts } from "#platform/browser-ports.ts";
import { showError, showStatus } from "#ui/toast.ts";
import { offerUndo } from "./offer-undo.ts";

/** One per mirror and not per page: a note is still being stored after its page is left. */
const recordings = new WeakMap<PersonDatabase, VoiceRecording>();

/** The recorder of a person in this tab. */
export function voiceRecordingOf(db: PersonDatabase): VoiceRecording {
  const existing = recordings.get(db);
  if (existing !== undefined) return existing;
  const created = createVoiceRecording({
    openRecorder: openAudioRecorder,
    beginNote: (mimeType) => beginVoiceNote(db, browserPorts, mimeType),
    whileRecording,
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
