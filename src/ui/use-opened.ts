import { useEffect, useState } from "react";

/**
 * `opened`, one render late for an overlay that is mounted open: Mantine gives the focus back on
 * closing only where it has seen the overlay closed before.
 */
export function useOpened(opened: boolean): boolean {
  const [shown, setShown] = useState(false);
  useEffect(() => setShown(opened), [opened]);
  // One that is unmounted instead of closed gives nothing back by itself.
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
