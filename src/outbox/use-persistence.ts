import { useEffect, useState } from "react";

/**
 * Whether the browser has agreed not to clear this app's storage when the device runs low.
 * `unknown`: it was not asked yet, or has no word for it.
 */
export type Persistence = "unknown" | "agreed" | "not-agreed";

/** What the browser says of it when this is mounted: the first capture has asked it before. */
export function usePersistence(): Persistence {
  const [persistence, setPersistence] = useState<Persistence>("unknown");
  useEffect(() => {
    let left = false;
    async function look(): Promise<void> {
      const persisted = await navigator.storage?.persisted?.();
      if (left || persisted === undefined) return;
      setPersistence(persisted ? "agreed" : "not-agreed");
    }
    // Browsers that block storage throw: nothing is known then.
    look().catch(() => undefined);
    return () => {
      left = true;
    };
  }, []);
  return persistence;
}
