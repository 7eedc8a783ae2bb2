import { useEffect } from "react";

/** Makes the browser ask before the page is closed or reloaded, while `reason` is true. */
export function useWarningBeforeLeaving(reason: boolean): void {
  useEffect(() => {
    if (!reason) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [reason]);
}
