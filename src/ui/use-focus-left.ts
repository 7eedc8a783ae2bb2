import { type RefObject, useLayoutEffect } from "react";

/** Hands the focus of an element that disappears on to the dialog or page around it. */
export function useFocusLeft(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const own = element.current;
    return () => {
      if (own === null || own !== document.activeElement) return;
      const around = own.closest<HTMLElement>("[role=dialog]") ?? document.getElementById("main");
      around?.focus({ preventScroll: true });
    };
  }, [element]);
}
