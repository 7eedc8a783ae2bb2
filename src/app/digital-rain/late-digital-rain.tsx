import { lazy, Suspense } from "react";
import { useDevicePreferences } from "../../preferences/device-preferences.ts";
import { useSession } from "../../session/session.ts";
import { useAtRest } from "../../ui/at-rest.ts";

const DigitalRain = lazy(() =>
  import("./digital-rain.tsx").then((module) => ({ default: module.DigitalRain })),
);

/** The digital rain where it is wanted, once the page has come to rest: no page waits for it. */
export function LateDigitalRain() {
  const wanted = useDevicePreferences((preferences) => preferences.showMatrixRain);
  // Before, its colour is not known.
  const known = useSession((session) => session.status !== "starting");
  const rested = useAtRest();
  if (!wanted || !known || !rested) return null;
  return (
    <Suspense fallback={null}>
      <DigitalRain />
    </Suspense>
  );
}
