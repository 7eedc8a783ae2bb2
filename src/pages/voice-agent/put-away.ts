import type { RecordingEnd } from "../../capture/audio-recorder.ts";
import { isOutOfSpace } from "../../mirror/out-of-space.ts";
import type { RecordingSession } from "../../sync/recording-session.ts";
import type { VoiceNotice } from "./voice-notice.ts";

/** Why a recording had to end before anybody asked for it. */
export type ForcedEnd = "out-of-space" | "failed" | "full-length";

/** Where a note ended up; `unsealed`: it should be in the queue, but that failed: it is a draft. */
export type NotePlace = "queued" | "draft" | "empty" | "unsealed" | "unsealed-for-space";

/** Puts a note whose last chunk is written into the queue, or leaves it as a draft. Never throws. */
export async function putAway(note: RecordingSession, into: "queue" | "draft"): Promise<NotePlace> {
  try {
    if (into === "queue") return await note.seal();
    await note.leave();
    return "draft";
  } catch (error) {
    await note.leave();
    return isOutOfSpace(error) ? "unsealed-for-space" : "unsealed";
  }
}

/** What the person has to be told about a note that is over; null when all is as they expect. */
export function noticeOf(
  place: NotePlace,
  end: RecordingEnd | ForcedEnd,
  left: boolean,
): VoiceNotice | null {
  if (place === "unsealed-for-space") return { kind: "out-of-space", kept: true };
  if (place === "unsealed") return { kind: "failed" };
  if (end === "out-of-space") return { kind: "out-of-space", kept: place !== "empty" };
  if (end === "failed") return { kind: "failed" };
  if (place === "draft") return { kind: "left" };
  if (place === "empty") return left ? null : { kind: "empty" };
  return end === "stopped" ? null : { kind: end };
}
