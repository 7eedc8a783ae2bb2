import { Info } from "lucide-react";
import { Link } from "react-router-dom";
import {
  setShowMatrixRain,
  setTheme,
  useDevicePreferences,
} from "../../preferences/device-preferences.ts";
import { PageHeading } from "../../ui/page-heading.tsx";
import { Toggle } from "../../ui/toggle.tsx";
import classes from "./settings-page.module.css";

/** How the app looks on this device, for whoever uses it. */
export function SettingsPage() {
  const theme = useDevicePreferences((preferences) => preferences.theme);
  const showMatrixRain = useDevicePreferences((preferences) => preferences.showMatrixRain);
  return (
    <div className={classes.page}>
      <PageHeading title="Settings" subtitle="How Field Agents looks on this device" />
      <section className={classes.card} aria-labelledby="appearance">
        <h2 id="appearance" className={classes.title}>
          Appearance
        </h2>
        <div className={classes.setting}>
          <Toggle label="Digital Rain" checked={showMatrixRain} onChange={setShowMatrixRain} />
          <p className={classes.note}>
            The animated background. It rests when your device asks for less motion.
          </p>
        </div>
        <div className={classes.setting}>
          <Toggle
            label="Dark theme"
            checked={theme === "dark"}
            onChange={(dark) => setTheme(dark ? "dark" : "light")}
          />
          <p className={classes.note}>
            Easy on the eyes and the battery. In bright sun, light is easier to read.
          </p>
        </div>
      </section>
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
