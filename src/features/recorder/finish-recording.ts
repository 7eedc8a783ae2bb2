import type { RecordingEnd } from "#capture/audio-recorder.ts";
import type { RecordingSession } from "#outbox/recording-session.ts";
import { isOutOfSpace } from "#platform/out-of-space.ts";
import type { ForcedEnd, VoiceNotice } from "./voice-notice.ts";

/**
 * The place for a finished note. `undoable`: in the queue, and the person can take it back for a
 * moment.
 */
export type Destination = "queue" | "undoable" | "unfinished";

/**
 * The place where a note ended up. `unsealed`: it should be in the queue, but queueing failed, so
 * it is unfinished.
 */
export type NotePlace =
  | "queued"
  | "undoable"
  | "unfinished"
  | "empty"
  | "unsealed"
  | "unsealed-for-space";

/** Moves a note to its destination after its last chunk is written. Never throws. */
export async function finishRecording(
  note: RecordingSession,
  into: Destination,
): Promise<NotePlace> {
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

/** The notice about a finished note; null if everything is as the person expects. */
export function chooseNotice(
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
