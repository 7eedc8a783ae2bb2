import { Drafts } from "./drafts.tsx";
import { useDrafts } from "./use-drafts.ts";

/**
 * Unfinished recordings of a person who may no longer record: they keep what they recorded before.
 */
export function OwnDrafts() {
  const drafts = useDrafts();
  return drafts === undefined ? null : <Drafts drafts={drafts} onKept={() => undefined} />;
}
