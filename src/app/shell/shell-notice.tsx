import { CloudOff } from "lucide-react";
import { useSession } from "#session/session.ts";
import { useConnection } from "#sync/sync-context.tsx";
import classes from "./shell-notice.module.css";

/**
 * Notices about the app itself, on every signed-in page, in a strip of their own at the bottom.
 */
export function ShellNotice() {
  const offline = useConnection() === "down";
  // Visible only while a recording keeps the page open: otherwise a signed-out person is sent to
  // the sign-in page.
  const signedOut = useSession((session) => session.status === "signed-out");
  const suspended = useSession((session) => session.suspended);
  return (
    <div role="status">
      {signedOut && (
        <p className={classes.notice}>
          {suspended ? "Your account is suspended." : "You are signed out."} Your recording is kept
          here.
        </p>
      )}
      {offline && !signedOut && (
        <p className={classes.notice}>
          <CloudOff size={18} aria-hidden className={classes.icon} />
          Offline. Your work is kept here.
        </p>
      )}
    </div>
  );
}
