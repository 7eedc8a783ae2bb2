import { useDevicePreferences } from "#preferences/device-preferences.ts";
import { useSession } from "#session/session.ts";
import { onceAtRest } from "#ui/once-at-rest.tsx";

const DigitalRain = onceAtRest(async () => (await import("./digital-rain.tsx")).DigitalRain);

/** The digital rain where it is wanted. */
export function LateDigitalRain() {
  const wanted = useDevicePreferences((preferences) => preferences.showMatrixRain);
  // Before, its colour is not known.
  const known = useSession((session) => session.status !== "starting");
  return wanted && known ? <DigitalRain /> : null;
}
