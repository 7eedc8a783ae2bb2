import { Drafts } from "./drafts.tsx";
import { useDrafts } from "./use-drafts.ts";

/** Unfinished recordings of who may not record any more: what was recorded before is still theirs. */
export function OwnDrafts() {
  const drafts = useDrafts();
  return drafts === undefined ? null : <Drafts drafts={drafts} onKept={() => undefined} />;
}
