import { useEffect, useState } from "react";

/** Returns `opened` one render late: Mantine returns the focus only if it was closed before. */
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
