import { useLocation } from "react-router-dom";
import { unsentOfPredecessors } from "#mirror/device/unsent-work.ts";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { useFormerWork } from "#sync/use-former-work.ts";
import { showError } from "#ui/toast.ts";
import classes from "./former-work.module.css";
import { FormerWorkPanel } from "./former-work-panel.tsx";

/** The first pages that people see after they sign in. */
const STARTS = new Set(["/dashboard", "/admin"]);

/**
 * Shows unsent work of deleted accounts on the first page of their person, and of administrators of
 * their company. What an administrator does with it is confirmed by the server first.
 */
export function FormerWorkNotice() {
  const { pathname } = useLocation();
  const { managed, ask } = useFormerWork();
  if (!STARTS.has(pathname)) return null;

  async function confirmRight(personId: string): Promise<boolean> {
    if ((await ask())?.some(({ person }) => person.id === personId)) return true;
    showError("Nothing was done", "The server does not confirm that this account is gone.");
    return false;
  }

  return (
    <div className={classes.stack}>
      <OwnFormerWork />
      {managed.map((work) => (
        <FormerWorkPanel
          key={work.person.id}
          work={work}
          whose="of a deleted account"
          origin="Left on this device by somebody whose account was deleted"
          confirmRight={() => confirmRight(work.person.id)}
          onDiscarded={ask}
        />
      ))}
    </div>
  );
}

/** Shows unsent work of earlier accounts of the person signed in, as far as the device knows them. */
export function OwnFormerWork() {
  const db = useMirror();
  const kept = useLive(() => unsentOfPredecessors(db.personId), [db]);
  return kept?.map((work) => (
    <FormerWorkPanel
      key={work.person.id}
      work={work}
      whose="from your earlier account"
      origin="Made on this device before that account was deleted"
    />
  ));
}
