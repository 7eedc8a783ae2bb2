import { Button } from "@mantine/core";
import { Download, Share } from "lucide-react";
import { useId } from "react";
import { useLocation } from "react-router-dom";
import { unsentOfPredecessors } from "#mirror/device/unsent-work.ts";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { useConnection } from "#sync/sync-context.tsx";
import { useInstallOffer } from "./install-offer.ts";
import classes from "./install-prompt.module.css";
import { install, putOffNotice, useInstallation } from "./installation.ts";
import { useAppVersion } from "./register-worker.ts";

/** Shows once, at the end of the dashboard and beside no other notice, that the app can be installed. */
export function InstallPrompt() {
  const offer = useInstallOffer();
  const putOff = useInstallation((installation) => installation.putOff);
  const { pathname } = useLocation();
  const offline = useConnection() === "down";
  const current = useAppVersion() === "current";
  const title = useId();
  const db = useMirror();
  // Unsent work comes first.
  const earlier = useLive(() => unsentOfPredecessors(db.personId), [db]);
  if (earlier === undefined || earlier.length > 0) return null;
  if (offer === null || putOff || pathname !== "/dashboard" || offline || !current) return null;
  return (
    <section aria-labelledby={title} className={classes.prompt}>
      <h2 id={title} className={classes.title}>
        Keep Field Agents at hand
      </h2>
      <p className={classes.text}>
        {offer === "share" ? (
          <>
            Tap <Share size={20} aria-hidden className={classes.icon} />
            &nbsp;Share, then Add to Home Screen.
          </>
        ) : (
          "It opens like any other app, with or without a signal."
        )}
      </p>
      <div className={classes.actions}>
        <Button variant="subtle" onClick={putOffNotice}>
          Not now
        </Button>
        {offer === "prompt" && <Button onClick={() => void install()}>Install</Button>}
      </div>
    </section>
  );
}

/** The menu entry that installs the app, if this device can install it. */
export function InstallEntry() {
  const offer = useInstallOffer();
  if (offer === null) return null;
  if (offer === "share") {
    return (
      <p className={classes.entry}>
        <Share size={22} aria-hidden className={classes.entryIcon} />
        To install: tap Share, then Add to Home Screen
      </p>
    );
  }
  return (
    <button type="button" className={classes.entry} onClick={() => void install()}>
      <Download size={22} aria-hidden className={classes.entryIcon} />
      Install Field Agents
    </button>
  );
}
