import { type RefObject, useLayoutEffect } from "react";

/**
 * Keeps the height of an element that covers the bottom of the page in a CSS variable of the root,
 * while its component is mounted.
 */
export function useHeightVariable(covering: RefObject<HTMLElement | null>, variable: string): void {
  useLayoutEffect(() => {
    const element = covering.current;
    if (element === null) return;
    const root = document.documentElement;
    const measure = () => root.style.setProperty(variable, `${element.offsetHeight}px`);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
      root.style.removeProperty(variable);
    };
  }, [covering, variable]);
}
