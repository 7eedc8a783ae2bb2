import type { PersonDatabase } from "../mirror/person/person-database.ts";
import type { Ports } from "../platform/ports.ts";
import { beginRecording, type RecordingSession } from "./recording-session.ts";

/** Starts to record a voice note. */
export function beginVoiceNote(
  db: PersonDatabase,
  ports: Ports,
  mimeType: string,
): Promise<RecordingSession> {
  return beginRecording(db, ports, mimeType);
}
