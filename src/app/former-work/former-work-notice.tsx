import { useLocation } from "react-router-dom";
import { useFormerWork } from "#sync/use-former-work.ts";
import classes from "./former-work.module.css";
import { ManagedFormerWork } from "./managed-former-work.tsx";
import { OwnFormerWork } from "./own-former-work.tsx";

/** The first pages that people see after they sign in. */
const STARTS = new Set(["/dashboard", "/admin"]);

/**
 * Shows unsent work of deleted accounts, on the first page of a person who can send or discard it.
 */
export function FormerWorkNotice() {
  const { pathname } = useLocation();
  const { managed, ask } = useFormerWork();
  if (!STARTS.has(pathname)) return null;
  return (
    <div className={classes.stack}>
      <OwnFormerWork />
      {managed.map((work) => (
        <ManagedFormerWork key={work.person.id} work={work} ask={ask} />
      ))}
    </div>
  );
}
