import { useEffect } from "react";

/** Height of the on-screen keyboard over the page, for styles. */
const VARIABLE = "--fa-keyboard";

/**
 * Keeps the height that the on-screen keyboard covers in a CSS variable. Browsers lay the keyboard
 * over the page, so it would hide elements that are fixed to the bottom.
 */
export function useKeyboardInset(): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (viewport === null) return;
    const root = document.documentElement;
    function measure(): void {
      if (viewport === null) return;
      // When a person zooms in, the viewport is smaller too, but there is no keyboard.
      const zoomed = viewport.scale > 1.01;
      const covered = window.innerHeight - viewport.height - viewport.offsetTop;
      root.style.setProperty(VARIABLE, `${zoomed ? 0 : Math.max(0, Math.round(covered))}px`);
    }
    measure();
    viewport.addEventListener("resize", measure);
    viewport.addEventListener("scroll", measure);
    return () => {
      viewport.removeEventListener("resize", measure);
      viewport.removeEventListener("scroll", measure);
      root.style.removeProperty(VARIABLE);
    };
  }, []);
}
