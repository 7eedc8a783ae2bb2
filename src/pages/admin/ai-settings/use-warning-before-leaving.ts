import { useEffect } from "react";

/** Has the browser ask before the page is closed or loaded again, while there is a reason to. */
export function useWarningBeforeLeaving(reason: boolean): void {
  useEffect(() => {
    if (!reason) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [reason]);
}
