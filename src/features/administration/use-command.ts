import { useEffect, useMemo, useState } from "react";
import type { Backend } from "#backend/backend.ts";
import type { Outcome } from "#backend/outcome.ts";
import type { AdministrationCommand } from "#commands/command-result.ts";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { COMPANIES } from "#mirror/person/lists/companies.ts";
import { readList } from "#mirror/person/lists/server-list.ts";
import { hasProvenFactor } from "#session/own-account.ts";
import { useShownIdentity } from "#session/pin.ts";
import { useSession } from "#session/session.ts";
import { useConnection, useSync } from "#sync/sync-context.tsx";

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

/** Whether nothing can be changed now. */
export function useReadOnly(): boolean {
  const reason = useReadOnlyReason();
  return useCommand() === null || reason !== null;
}

/**
 * Whether the company of an administrator requires a second factor that this session has not
 * proven: the server then refuses every change. False until both facts are known.
 */
export function useLacksSecondFactor(): boolean {
  const db = useMirror();
  const companyId = useShownIdentity()?.companyId;
  const backend = useSession((session) => session.backend);
  const required = useLive(async () => {
    const own = (await readList(db, COMPANIES)).find(({ id }) => id === companyId);
    // A row mirrored by an older version of the app does not have this field.
    return own?.require_second_factor === true;
  }, [db, companyId]);
  const [proven, setProven] = useState(true);
  useEffect(() => {
    if (required && backend !== null) void hasProvenFactor().then((has) => setProven(has ?? true));
  }, [required, backend]);
  return required === true && !proven;
}

/**
 * What the server says about something that is shown now, for which no list of the mirror would be
 * worth it; undefined until it has answered, null if it did not.
 */
export function useAnswer<T>(
  ask: (backend: Backend, me: string) => Promise<Outcome<T>>,
): T | null | undefined {
  const sync = useSync();
  const { personId } = useMirror();
  const [question] = useState(() => ask);
  const [answer, setAnswer] = useState<T | null>();
  useEffect(() => {
    void sync
      ?.read((backend) => question(backend, personId))
      .then((outcome) => setAnswer(outcome?.kind === "ok" ? outcome.value : null));
  }, [sync, personId, question]);
  return answer;
}
