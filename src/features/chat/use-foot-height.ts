import { type RefObject, useLayoutEffect } from "react";

/**
 * The height of the page's fixed part at the bottom of the screen; notices and toasts are placed
 * above it.
 */
const VARIABLE = "--fa-page-foot";

/** Keeps the height of the page's fixed bottom part in a CSS variable while the page is mounted. */
export function useFootHeight(foot: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = foot.current;
    if (element === null) return;
    const root = document.documentElement;
    const measure = () => root.style.setProperty(VARIABLE, `${element.offsetHeight}px`);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
      root.style.removeProperty(VARIABLE);
    };
  }, [foot]);
}
