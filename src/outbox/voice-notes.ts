import type { PersonDatabase } from "../mirror/person/person-database.ts";
import { makingRoom } from "../mirror/person/recordings/make-room.ts";
import { queueAgain } from "../mirror/person/recordings/send-again.ts";
import type { Ports } from "../platform/ports.ts";
import { itemOfRecording } from "./recording-item.ts";
import { beginRecording, type RecordingSession } from "./recording-session.ts";

/** Begins a voice note. */
export function beginVoiceNote(
  db: PersonDatabase,
  ports: Ports,
  mimeType: string,
): Promise<RecordingSession> {
  return beginRecording(db, ports, mimeType);
}

/**
 * Sends a recording again in which no speech was recognised, as a voice note of its own; a second tap
 * changes nothing.
 * @returns the id that it has everywhere; null when its sound is not on this device any more
 * @throws when the device is out of space (`QuotaExceededError`): nothing is changed then
 */
export function sendNoteAgain(
  db: PersonDatabase,
  ports: Ports,
  id: string,
): Promise<string | null> {
  const newId = ports.newId();
  return makingRoom(db, () =>
    queueAgain(db, id, newId, (recording) => itemOfRecording(recording, null)),
  );
}
