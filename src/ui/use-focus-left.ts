import { type RefObject, useLayoutEffect } from "react";

/**
 * When an element disappears that has the focus, or has it inside, what is around it gets the focus:
 * a dialog or a section that can have it, or else the page.
 */
export function useFocusLeft(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const own = element.current;
    return () => {
      if (own?.contains(document.activeElement) !== true) return;
      const around =
        own.closest<HTMLElement>("[role=dialog], section[tabindex]") ??
        document.getElementById("main");
      // Later: the page that comes in place of the element takes the focus itself.
      queueMicrotask(() => {
        if (document.activeElement === document.body) around?.focus({ preventScroll: true });
      });
    };
  }, [element]);
}
