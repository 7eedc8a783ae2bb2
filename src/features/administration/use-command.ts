import { useMemo } from "react";
import type { AdministrationCommand } from "#commands/command-result.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { useSession } from "#session/session.ts";
import { useConnection } from "#sync/sync-context.tsx";
import { useLacksSecondFactor } from "./use-lacks-second-factor.ts";

/** The dependencies of commands; null while the backend client is being loaded. */
export function useCommand(): AdministrationCommand | null {
  const db = useMirror();
  const backend = useSession((session) => session.backend);
  return useMemo(() => (backend === null ? null : { db, backend, now: Date.now }), [db, backend]);
}

/** Why the administrator cannot change anything now; null if they can. */
export function useReadOnlyReason(): string | null {
  const offline = useConnection() === "down";
  const lacksSecondFactor = useLacksSecondFactor();
  if (offline) return "You are offline. Changes can be made when you are back online.";
  return lacksSecondFactor ? "Changes can be made once you have shown a second factor." : null;
}
