import { useMemo } from "react";
import type { KnowledgeCommand } from "../../../commands/knowledge-upload.ts";
import { useMirror } from "../../../mirror/mirror-context.tsx";
import { useSession } from "../../../session/session.ts";
import { useConnection } from "../../../sync/sync-context.tsx";

/** What commands need; null while what talks to the backend is being loaded. */
export function useKnowledgeCommand(): KnowledgeCommand | null {
  const db = useMirror();
  const backend = useSession((session) => session.backend);
  return useMemo(() => (backend === null ? null : { db, backend }), [db, backend]);
}

/** Why nothing can be changed now; null when it can. */
export function useReadOnlyReason(): string | null {
  const offline = useConnection() === "down";
  return offline ? "You are offline. Files can be changed when you are back online." : null;
}
