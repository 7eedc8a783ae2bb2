import {
  setShowMatrixRain,
  setTheme,
  useDevicePreferences,
} from "#preferences/device-preferences.ts";
import { Toggle } from "#ui/toggle.tsx";
import { Section } from "./section.tsx";
import classes from "./settings-page.module.css";

/** The appearance of the app on this device, for everybody who uses the device. */
export function AppearanceSection() {
  const theme = useDevicePreferences((preferences) => preferences.theme);
  const showMatrixRain = useDevicePreferences((preferences) => preferences.showMatrixRain);
  return (
    <Section id="appearance" title="Appearance">
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
    </Section>
  );
}
