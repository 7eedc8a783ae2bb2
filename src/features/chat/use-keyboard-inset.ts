import { useEffect } from "react";

/** Height of the on-screen keyboard over the page, for styles. */
const VARIABLE = "--fa-keyboard";

/**
 * Keeps the height of what an on-screen keyboard covers in a CSS variable: browsers lay it over the
 * page, and what is fixed to the foot would be under it.
 */
export function useKeyboardInset(): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (viewport === null) return;
    const root = document.documentElement;
    function measure(): void {
      if (viewport === null) return;
      // Zoomed in by hand the viewport is small as well, with no keyboard.
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
