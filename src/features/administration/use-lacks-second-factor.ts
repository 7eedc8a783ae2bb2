import { useEffect, useState } from "react";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { readCompanies } from "#mirror/person/lists/companies.ts";
import { hasProvenFactor } from "#session/account.ts";
import { useShownIdentity } from "#session/pin.ts";
import { useSession } from "#session/session.ts";

/**
 * Whether the company of an administrator asks for a second factor that they have not shown: the
 * server then takes no change from them. False until both is known.
 */
export function useLacksSecondFactor(): boolean {
  const db = useMirror();
  const identity = useShownIdentity();
  const backend = useSession((session) => session.backend);
  const companyId = identity?.companyId;
  const required = useLive(async () => {
    const own = (await readCompanies(db)).find(({ id }) => id === companyId);
    // A row that was mirrored by an older version says nothing of it.
    return own?.require_second_factor === true;
  }, [db, companyId]);
  const [proven, setProven] = useState(true);
  useEffect(() => {
    if (required && backend !== null) void hasProvenFactor().then((has) => setProven(has ?? true));
  }, [required, backend]);
  return required === true && !proven;
}
