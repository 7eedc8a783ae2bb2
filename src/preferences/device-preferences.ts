import { create } from "zustand";

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
  keep(THEME_KEY, theme);
  useDevicePreferences.setState({ theme });
}

/** Sets whether the digital rain is shown and stores the choice. */
export function setShowMatrixRain(showMatrixRain: boolean): void {
  keep(RAIN_KEY, String(showMatrixRain));
  useDevicePreferences.setState({ showMatrixRain });
}

/** Follows choices made in other tabs. @returns a function that stops it */
export function followPreferences(): () => void {
  const changed = (event: StorageEvent) => {
    // A null key means that all storage was cleared.
    if (event.key === null || event.key === THEME_KEY || event.key === RAIN_KEY) {
      useDevicePreferences.setState(readPreferences());
    }
  };
  window.addEventListener("storage", changed);
  return () => window.removeEventListener("storage", changed);
}

function readPreferences(): DevicePreferences {
  return {
    theme: recall(THEME_KEY) === "light" ? "light" : "dark",
    showMatrixRain: recall(RAIN_KEY) !== "false",
  };
}

/** A read throws when the browser blocks storage; then the default applies. */
function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Blocked or full: the choice holds until the tab is closed.
  }
}
