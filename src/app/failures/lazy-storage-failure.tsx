import { lazy, Suspense } from "react";
import type { StorageTrouble } from "#mirror/opening.ts";
import { loadPatiently } from "#platform/lazy-chunks.ts";

const StorageFailure = lazy(async () => {
  const { StorageFailure } = await loadPatiently(() => import("./storage-failure.tsx"));
  return { default: StorageFailure };
});

/**
 * Shows why this device's storage cannot be used. Few people ever see it, so its code is loaded only
 * when it is needed.
 */
export function LazyStorageFailure({ trouble }: { trouble: StorageTrouble }) {
  return (
    <Suspense fallback={null}>
      <StorageFailure trouble={trouble} />
    </Suspense>
  );
}
