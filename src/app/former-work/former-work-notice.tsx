import { useLocation } from "react-router-dom";
import { useFormerWork } from "#sync/use-former-work.ts";
import classes from "./former-work.module.css";
import { ManagedFormerWork } from "./managed-former-work.tsx";
import { OwnFormerWork } from "./own-former-work.tsx";

/** Where people start once they are signed in. */
const STARTS = new Set(["/dashboard", "/admin"]);

/** Unsent work of accounts that are gone, where whoever can do something about it starts. */
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
