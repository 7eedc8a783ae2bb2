import { voiceTranscribeReplySchema } from "@contracts/voice-transcribe.ts";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { readResult } from "#mirror/person/outbox/item-status.ts";
import classes from "./draft.module.css";

/**
 * Says of a note whose transcription is this device's own draft that it is, as long as the reply of
 * the server is kept.
 */
export function TranscribedHere({ id }: { id: string }) {
  const db = useMirror();
  const result = useLive(() => readResult(db, id), [db, id]);
  const reply = voiceTranscribeReplySchema.safeParse(result?.reply);
  if (reply.data?.transcribed_by !== "device") return null;
  return (
    <p className={classes.note}>
      Transcribed by this device, because nobody is set up on the server who can do it.
    </p>
  );
}
