import { lazy, Suspense } from "react";
import { loadPatiently } from "../../platform/late-code.ts";
import { useAtRest } from "../../ui/at-rest.ts";

const OfflineUse = lazy(async () => {
  return { default: (await loadPatiently(() => import("./offline-use.tsx"))).OfflineUse };
});

/** Whether this device is ready for use without a signal, once the page has come to rest. */
export function LateOfflineUse() {
  const resting = useAtRest();
  return resting ? (
    <Suspense fallback={null}>
      <OfflineUse />
    </Suspense>
  ) : null;
}
