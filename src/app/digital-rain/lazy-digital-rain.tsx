import { useDevicePreferences } from "#preferences/device-preferences.ts";
import { useSession } from "#session/session.ts";
import { lazyWhenIdle } from "#ui/lazy-when-idle.tsx";

const DigitalRain = lazyWhenIdle(async () => (await import("./digital-rain.tsx")).DigitalRain);

/** The digital rain where it is wanted. */
export function LazyDigitalRain() {
  const wanted = useDevicePreferences((preferences) => preferences.showMatrixRain);
  // Before, its colour is not known.
  const known = useSession((session) => session.status !== "starting");
  return wanted && known ? <DigitalRain /> : null;
}
