import type { PersonDatabase } from "../mirror/person/person-database.ts";
import { queueAgain } from "../mirror/person/recordings/kept-audio.ts";
import { makingRoom } from "../mirror/person/recordings/make-room.ts";
import type { Ports } from "../platform/ports.ts";
import { itemOfRecording } from "./recording-session.ts";

/**
 * Sends a recording in which no speech was recognised again, as a new voice note; a second call
 * changes nothing.
 * @returns the id of the new voice note; null when the audio is not on this device any more
 * @throws when the device is out of space (`QuotaExceededError`); then nothing is changed
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
