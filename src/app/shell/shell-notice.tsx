import { WifiOff } from "lucide-react";
import { useSession } from "#session/session.ts";
import { useConnection } from "#sync/sync-context.tsx";
import classes from "./shell-notice.module.css";

/** What a person must know about the app itself, wherever they are in it. Nothing moves for it. */
export function ShellNotice() {
  const offline = useConnection() === "down";
  // Seen only while a hold keeps the page: everybody else is taken to the sign-in.
  const signedOut = useSession((session) => session.status === "signed-out");
  const suspended = useSession((session) => session.suspended);
  return (
    <div role="status" className={classes.place}>
      {signedOut && (
        <p className={classes.notice}>
          {suspended ? "Your account is suspended." : "You are signed out."} Your recording is kept
          here.
        </p>
      )}
      {offline && !signedOut && (
        <p className={classes.notice}>
          <WifiOff size={18} aria-hidden className={classes.icon} />
          Offline. Your work is kept here.
        </p>
      )}
    </div>
  );
}
