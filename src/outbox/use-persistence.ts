import { useEffect, useState } from "react";

/**
 * Whether the browser has agreed not to clear this app's storage when the device runs low.
 * `unknown`: the browser has not answered yet, or cannot tell.
 */
export type Persistence = "unknown" | "agreed" | "not-agreed";

/** The browser's answer when this is mounted; the first capture has already asked it to agree. */
export function usePersistence(): Persistence {
  const [persistence, setPersistence] = useState<Persistence>("unknown");
  useEffect(() => {
    let left = false;
    async function look(): Promise<void> {
      const persisted = await navigator.storage?.persisted?.();
      if (left || persisted === undefined) return;
      setPersistence(persisted ? "agreed" : "not-agreed");
    }
    // Browsers that block storage throw: the state stays unknown.
    look().catch(() => undefined);
    return () => {
      left = true;
    };
  }, []);
  return persistence;
}
