import { Link } from "react-router-dom";
import {
  setShowMatrixRain,
  setTheme,
  useDevicePreferences,
} from "#preferences/device-preferences.ts";
import { formatTimeOfDay } from "#ui/format.ts";
import { Toggle } from "#ui/toggle.tsx";
import { useNow } from "#ui/use-now.ts";
import classes from "./shell-footer.module.css";

const CLOCK_EVERY_MS = 60_000;
const YEAR = new Date().getFullYear();

/** The footer of wide screens: the copyright, the legal links, and the appearance settings. */
export function ShellFooter() {
  return (
    <footer className={classes.footer}>
      <div className={classes.inner}>
        <p className={classes.rights}>© {YEAR} Field Agents · Patent pending</p>
        <nav aria-label="Footer">
          <ul className={classes.links}>
            {["Terms", "Privacy", "Support"].map((page) => (
              <li key={page}>
                <Link to={`/${page.toLowerCase()}`}>{page}</Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className={classes.toggles}>
          <AppearanceToggles />
        </div>
        <Clock />
      </div>
    </footer>
  );
}

/** Switches for how the app looks on this device. */
export function AppearanceToggles() {
  const { theme, showMatrixRain } = useDevicePreferences();
  return (
    <>
      <Toggle label="Digital Rain" checked={showMatrixRain} onChange={setShowMatrixRain} />
      <Toggle
        label="Dark theme"
        checked={theme === "dark"}
        onChange={(dark) => setTheme(dark ? "dark" : "light")}
      />
    </>
  );
}

function Clock() {
  const now = useNow(CLOCK_EVERY_MS);
  return (
    <time dateTime={new Date(now).toISOString()} className={classes.clock}>
      {formatTimeOfDay(now)}
    </time>
  );
}
