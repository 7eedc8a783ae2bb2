import { Button, Group, Text } from "@mantine/core";
import { Download, Share } from "lucide-react";
import { useId } from "react";
import { useLocation } from "react-router-dom";
import { unsentOfPredecessors } from "#mirror/device/unsent-work.ts";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { useConnection } from "#sync/sync-context.tsx";
import classes from "./install-prompt.module.css";
import { install, putOffNotice, useInstallation } from "./installation.ts";
import { useAppVersion } from "./register-worker.ts";

/** Shows once, on the dashboard and beside no other notice, that the app can be installed. */
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
      <Text inherit mt="0.25rem" c="dimmed">
        {offer === "share" ? (
          <>
            Tap <Share size={20} aria-hidden className={classes.icon} />
            &nbsp;Share, then Add to Home Screen.
          </>
        ) : (
          "It opens like any other app, with or without a signal."
        )}
      </Text>
      <Group gap="0.5rem" justify="flex-end" align="stretch" mt="0.5rem">
        <Button variant="subtle" onClick={putOffNotice}>
          Not now
        </Button>
        {offer === "prompt" && <Button onClick={() => void install()}>Install</Button>}
      </Group>
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

/** The facts that decide how the app can be installed. */
interface InstallSituation {
  /** The app runs as an installed app, or was installed while this tab was open. */
  installed: boolean;
  /** The browser has reported that it can install the app. */
  canPrompt: boolean;
  userAgent: string;
  maxTouchPoints: number;
}

/** How to install: the browser asks the person, or the person uses the share sheet. */
type InstallOffer = "prompt" | "share" | null;

/** Other iOS browsers, and web views inside apps, which also call themselves Safari. */
const NOT_SAFARI = /CriOS|FxiOS|EdgiOS|OPiOS|OPT\/|GSA\/|DuckDuckGo|YaBrowser|Brave/;

/** How this device can install the app; null if it cannot. */
export function installOffer(situation: InstallSituation): InstallOffer {
  const { userAgent, maxTouchPoints } = situation;
  if (situation.installed) return null;
  if (situation.canPrompt) return "prompt";
  // An iPad calls itself a Mac; no Mac has a touch screen.
  const ios =
    /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  const isSafari = /Version\/\d/.test(userAgent) && /Safari\//.test(userAgent);
  return ios && isSafari && !NOT_SAFARI.test(userAgent) ? "share" : null;
}

/** How this device can install the app now. */
function useInstallOffer(): InstallOffer {
  return useInstallation(({ prompt, installed }) =>
    installOffer({
      installed,
      canPrompt: prompt !== null,
      userAgent: navigator.userAgent,
      maxTouchPoints: navigator.maxTouchPoints,
    }),
  );
}
