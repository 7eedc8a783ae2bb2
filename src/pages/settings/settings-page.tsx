import { Info } from "lucide-react";
import { Link } from "react-router-dom";
import { useShownIdentity } from "#session/pin.ts";
import { PageHeading } from "#ui/page-heading.tsx";
import { AppearanceSection } from "./appearance-section.tsx";
import { OwnSections } from "./own-sections.tsx";
import classes from "./settings-page.module.css";

/** Settings for the appearance of this device, and for the account of the person signed in. */
export function SettingsPage() {
  const identity = useShownIdentity();
  return (
    <div className={classes.page}>
      <PageHeading
        title="Settings"
        subtitle={
          identity === null
            ? "How Field Agents looks on this device"
            : "This device and your account"
        }
      />
      <AppearanceSection />
      <section className={classes.info} aria-labelledby="saving">
        <Info size={22} aria-hidden className={classes.icon} />
        <div>
          <h2 id="saving" className={classes.infoTitle}>
            About these settings
          </h2>
          <p className={classes.infoText}>
            Settings are saved on the device, take effect immediately and persist across sessions.
          </p>
        </div>
      </section>
      {identity !== null && <OwnSections identity={identity} />}
      <nav aria-label="More">
        <ul className={classes.more}>
          <li>
            <Link to="/support">Support</Link>
          </li>
          <li>
            <Link to="/terms">Terms</Link>
          </li>
          <li>
            <Link to="/privacy">Privacy</Link>
          </li>
        </ul>
      </nav>
    </div>
  );
}
