import { useEffect, useState } from "react";
import { useLive } from "../../mirror/live.ts";
import { useMirror } from "../../mirror/mirror-context.tsx";
import type { Recording } from "../../mirror/person-database.ts";
import { browserPorts } from "../../sync/browser-ports.ts";
import { abandonedDrafts, discardDraft } from "../../sync/voice-notes.ts";

/**
 * Recordings that were begun and never stopped; undefined until they were looked for. Looked for
 * again when `occasion` changes and when the page is come back to: a recording that ends in
 * another tab without being stopped changes nothing in the mirror.
 */
export function useDrafts(occasion: unknown): Recording[] | undefined {
  const db = useMirror();
  const visits = useVisits();
  const drafts = useLive(() => abandonedDrafts(db, browserPorts), [db, visits, occasion]);
  useEffect(() => {
    // Ended within their first second: there is nothing in them to decide about.
    for (const draft of drafts ?? []) if (draft.size === 0) void discardDraft(db, draft.id);
  }, [db, drafts]);
  return drafts?.filter((draft) => draft.size > 0);
}

function useVisits(): number {
  const [visits, setVisits] = useState(0);
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === "visible") setVisits((count) => count + 1);
    };
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  return visits;
}
