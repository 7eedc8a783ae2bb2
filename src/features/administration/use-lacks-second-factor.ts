import { useEffect, useState } from "react";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { COMPANIES } from "#mirror/person/lists/companies.ts";
import { readList } from "#mirror/person/lists/server-list.ts";
import { hasProvenFactor } from "#session/own-account.ts";
import { useShownIdentity } from "#session/pin.ts";
import { useSession } from "#session/session.ts";

/**
 * Whether the company of an administrator requires a second factor that this session has not
 * proven: the server then refuses every change. False until both facts are known.
 */
export function useLacksSecondFactor(): boolean {
  const db = useMirror();
  const identity = useShownIdentity();
  const backend = useSession((session) => session.backend);
  const companyId = identity?.companyId;
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
