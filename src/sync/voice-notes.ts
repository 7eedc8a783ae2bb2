import type { PersonDatabase } from "../mirror/person-database.ts";
import type { Ports } from "./ports.ts";
import { beginRecording, type RecordingSession } from "./recording-session.ts";

/** Begins a voice note. */
export function beginVoiceNote(
  db: PersonDatabase,
  ports: Ports,
  mimeType: string,
): Promise<RecordingSession> {
  return beginRecording(db, ports, mimeType);
}
