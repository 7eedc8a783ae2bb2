import { type RefObject, useEffect } from "react";

/** What is at the foot of the screen; toasts on a phone stand above it and the bottom bar. */
const VARIABLE = "--fa-page-foot";

/**
 * Keeps toasts off the buttons of a dialog, which on a phone are where toasts appear.
 * @returns to be called before a toast is shown: where the buttons are then, counts
 */
export function useToastsAbove(buttons: RefObject<HTMLElement | null>): () => void {
  const { style } = document.documentElement;
  useEffect(() => () => void style.removeProperty(VARIABLE), [style]);
  return () => {
    const top = buttons.current?.getBoundingClientRect().top ?? window.innerHeight;
    const height = `${window.innerHeight - top}px - var(--fa-bottom-bar-height)`;
    style.setProperty(VARIABLE, `max(0px, ${height})`);
  };
}
