import { useState } from "react";
import { showError } from "./toast.ts";

/**
 * Code that is loaded when it is first needed; null until then. A failure leaves the page.
 * @param load the dynamic import; the next request after a failure tries again
 */
export function useLazyModule<T>(load: () => Promise<T>): [T | null, () => void] {
  const [module, setModule] = useState<T | null>(null);
  function ask(): void {
    if (module !== null) return;
    load().then(
      (loaded) => setModule(() => loaded),
      () => showError("Error", "This can't be opened without a connection. Try again later."),
    );
  }
  return [module, ask];
}
