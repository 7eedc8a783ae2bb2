import { type RefObject, useEffect, useLayoutEffect } from "react";

/**
 * The height of the page's fixed part at the bottom of the screen; notices and toasts are placed
 * above it.
 */
const FOOT_HEIGHT = "--fa-page-foot";

/** Keeps the height of the page's fixed bottom part in a CSS variable while the page is mounted. */
export function useFootHeight(foot: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = foot.current;
    if (element === null) return;
    const root = document.documentElement;
    const measure = () => root.style.setProperty(FOOT_HEIGHT, `${element.offsetHeight}px`);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
      root.style.removeProperty(FOOT_HEIGHT);
    };
  }, [foot]);
}

/** Height of the on-screen keyboard over the page, for styles. */
const KEYBOARD_HEIGHT = "--fa-keyboard";

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
      root.style.setProperty(KEYBOARD_HEIGHT, `${zoomed ? 0 : Math.max(0, Math.round(covered))}px`);
    }
    measure();
    viewport.addEventListener("resize", measure);
    viewport.addEventListener("scroll", measure);
    return () => {
      viewport.removeEventListener("resize", measure);
      viewport.removeEventListener("scroll", measure);
      root.style.removeProperty(KEYBOARD_HEIGHT);
    };
  }, []);
}
