import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { readRating, type ShownRating } from "./ratings.ts";

/** What the person said last about an answer, kept current; undefined until the first read. */
export function useRating(messageId: string): ShownRating | undefined {
  const db = useMirror();
  return useLive(() => readRating(db, messageId), [db, messageId]);
}
