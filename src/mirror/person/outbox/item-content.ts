import { audioOfPayload, type QueueItem } from "@contracts/queue-item.ts";
import type { VoiceDraft } from "@contracts/voice-draft.ts";
import type { PersonDatabase } from "../person-database.ts";
import { readPhoto } from "../photos.ts";
import { readRecordingBytes } from "../recordings/recordings.ts";
import { draftToSend } from "../recordings/speech-drafts.ts";

/** The bytes of an item that are sent besides its row. */
export interface Content {
  /** The recording in the order it was captured, or the photo; empty when it is gone. */
  chunks: ArrayBuffer[];
  /** The device's own transcription of the recording. */
  draft: VoiceDraft | null;
}

export async function readContent(
  db: PersonDatabase,
  { id, payload }: Pick<QueueItem, "id" | "payload">,
): Promise<Content> {
  if (payload.kind === "photo") {
    const photo = await readPhoto(db, id);
    return { chunks: photo === undefined ? [] : [photo.bytes], draft: null };
  }
  if (audioOfPayload(payload) === null) return { chunks: [], draft: null };
  const [chunks, draft] = await Promise.all([readRecordingBytes(db, id), draftToSend(db, id)]);
  return { chunks, draft };
}
