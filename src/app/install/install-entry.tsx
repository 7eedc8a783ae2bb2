import { Download, Share } from "lucide-react";
import classes from "./install-entry.module.css";
import { useInstallOffer } from "./install-offer.ts";
import { install } from "./installation.ts";

/** The menu entry that installs the app, if this device can install it. */
export function InstallEntry() {
  const offer = useInstallOffer();
  if (offer === null) return null;
  if (offer === "share") {
    return (
      <p className={classes.entry}>
        <Share size={22} aria-hidden className={classes.icon} />
        To install: tap Share, then Add to Home Screen
      </p>
    );
  }
  return (
    <button type="button" className={classes.entry} onClick={() => void install()}>
      <Download size={22} aria-hidden className={classes.icon} />
      Install Field Agents
    </button>
  );
}
