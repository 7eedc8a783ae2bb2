import { lazy, Suspense, useEffect, useState } from "react";
import { useDevicePreferences } from "../../preferences/device-preferences.ts";
import { useSession } from "../../session/session.ts";

const DigitalRain = lazy(() =>
  import("./digital-rain.tsx").then((module) => ({ default: module.DigitalRain })),
);

/** Longest wait for a page that is never idle, in milliseconds. */
const PATIENCE_MS = 3000;

/** The digital rain where it is wanted, once the page has come to rest: no page waits for it. */
export function LateDigitalRain() {
  const wanted = useDevicePreferences((preferences) => preferences.showMatrixRain);
  // Before, its colour is not known.
  const known = useSession((session) => session.status !== "starting");
  const rested = useRested();
  if (!wanted || !known || !rested) return null;
  return (
    <Suspense fallback={null}>
      <DigitalRain />
    </Suspense>
  );
}

function useRested(): boolean {
  const [rested, setRested] = useState(false);
  useEffect(() => {
    const rest = () => setRested(true);
    // Safari has no idle callbacks.
    if (typeof requestIdleCallback === "undefined") {
      const timer = setTimeout(rest, PATIENCE_MS / 3);
      return () => clearTimeout(timer);
    }
    const request = requestIdleCallback(rest, { timeout: PATIENCE_MS });
    return () => cancelIdleCallback(request);
  }, []);
  return rested;
}
