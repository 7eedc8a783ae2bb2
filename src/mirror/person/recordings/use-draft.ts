import { useLive } from "../../live.ts";
import { useMirror } from "../../mirror-context.tsx";
import type { SpeechDraft } from "./recording-rows.ts";
import { readDraft } from "./speech-drafts.ts";

/** The device's own transcription of a recording so far; undefined when there is none. */
export function useDraft(id: string): SpeechDraft | undefined {
  const db = useMirror();
  return useLive(() => readDraft(db, id), [db, id]);
}
