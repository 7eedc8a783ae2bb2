import { type RefObject, useLayoutEffect } from "react";

/** When an element disappears that has the focus, or has it inside, the dialog or page around it gets the focus. */
export function useFocusLeft(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const own = element.current;
    return () => {
      if (own?.contains(document.activeElement) !== true) return;
      const around = own.closest<HTMLElement>("[role=dialog]") ?? document.getElementById("main");
      around?.focus({ preventScroll: true });
    };
  }, [element]);
}
