import { create } from "zustand";
import { followChoices, readChoice, storeChoice } from "./stored-choices.ts";

export type Theme = "dark" | "light";

export interface DevicePreferences {
  theme: Theme;
  showMatrixRain: boolean;
}

const THEME_KEY = "theme";
const RAIN_KEY = "showMatrixRain";

/** The preferences chosen on this device. A change applies at once in every tab. */
export const useDevicePreferences = create<DevicePreferences>(readPreferences);

/** Sets the theme and stores the choice. */
export function setTheme(theme: Theme): void {
  storeChoice(THEME_KEY, theme);
  useDevicePreferences.setState({ theme });
}

/** Sets whether the digital rain is shown and stores the choice. */
export function setShowMatrixRain(showMatrixRain: boolean): void {
  storeChoice(RAIN_KEY, String(showMatrixRain));
  useDevicePreferences.setState({ showMatrixRain });
}

/** Follows choices made in other tabs. @returns a function that stops it */
export const followPreferences = () =>
  followChoices([THEME_KEY, RAIN_KEY], () => useDevicePreferences.setState(readPreferences()));

function readPreferences(): DevicePreferences {
  return {
    theme: readChoice(THEME_KEY) === "light" ? "light" : "dark",
    showMatrixRain: readChoice(RAIN_KEY) !== "false",
  };
}
