import type { RecordingEnd } from "#capture/audio-recorder.ts";
import type { RecordingSession } from "#outbox/recording-session.ts";
import { isOutOfSpace } from "#platform/out-of-space.ts";
import type { ForcedEnd, VoiceNotice } from "./voice-notice.ts";

/** Where a note is put: `undoable` into the queue, from where it can be taken back for a moment. */
export type Destination = "queue" | "undoable" | "unfinished";

/** Where a note ended up; `unsealed`: it should be in the queue, but that failed: it is unfinished. */
export type NotePlace =
  | "queued"
  | "undoable"
  | "unfinished"
  | "empty"
  | "unsealed"
  | "unsealed-for-space";

/** Puts a note whose last chunk is written where it should go. Never throws. */
export async function putAway(note: RecordingSession, into: Destination): Promise<NotePlace> {
  try {
    if (into === "unfinished") {
      await note.leave();
      return "unfinished";
    }
    const sealed = await note.seal(into === "undoable" ? "undoable" : undefined);
    return sealed === "queued" && into === "undoable" ? "undoable" : sealed;
  } catch (error) {
    await note.leave();
    return isOutOfSpace(error) ? "unsealed-for-space" : "unsealed";
  }
}

/** What the person has to be told about a note that is over; null when all is as they expect. */
export function noticeOf(
  noteId: string,
  place: NotePlace,
  end: RecordingEnd | ForcedEnd,
  left: boolean,
): VoiceNotice | null {
  if (place === "unsealed-for-space") return { kind: "out-of-space", kept: true };
  if (place === "unsealed") return { kind: "failed" };
  if (end === "out-of-space") return { kind: "out-of-space", kept: place !== "empty" };
  if (end === "failed") return { kind: "failed" };
  if (place === "empty") return left ? null : { kind: "empty" };
  if (place === "undoable") return { kind: "saved", noteId };
  if (place === "unfinished") return { kind: "unfinished", end };
  return end === "stopped" ? null : { kind: end };
}
