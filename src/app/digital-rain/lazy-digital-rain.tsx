import { useDevicePreferences } from "#preferences/device-preferences.ts";
import { useSession } from "#session/session.ts";
import { lazyWhenIdle } from "#ui/lazy-when-idle.tsx";

const DigitalRain = lazyWhenIdle(async () => (await import("./digital-rain.tsx")).DigitalRain);

/** The digital rain, if the person has not turned it off. */
export function LazyDigitalRain() {
  const wanted = useDevicePreferences((preferences) => preferences.showMatrixRain);
  // The colour depends on who is signed in, which is not known earlier.
  const known = useSession((session) => session.status !== "starting");
  return wanted && known ? <DigitalRain /> : null;
}
