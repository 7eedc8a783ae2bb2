import { useEffect, useState } from "react";

/**
 * Returns `opened`, but one render late for an overlay that is mounted open. Mantine returns the
 * focus on closing only if it has seen the overlay closed before.
 */
export function useOpened(opened: boolean): boolean {
  const [shown, setShown] = useState(false);
  useEffect(() => setShown(opened), [opened]);
  // Mantine does not return the focus if the overlay is unmounted instead of closed.
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      setTimeout(() => {
        const isLost = document.activeElement === document.body;
        if (isLost && before instanceof HTMLElement) before.focus({ preventScroll: true });
      });
    };
  }, []);
  return shown;
}
