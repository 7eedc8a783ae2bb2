import { useLayoutEffect } from "react";
import { useLocation, useNavigationType } from "react-router-dom";
import { approach, readPlaces, type ScrollPlace } from "./scroll-place.ts";

/** So long after the last scrolling, in ms, its place is noted. */
const PAUSE_MS = 100;
/** So long, in ms, the rows of a list are waited for. */
const PATIENCE_MS = 5000;
/** A place is reached when nothing moved it for so many frames: rows are measured as they come. */
const STILL_FRAMES = 10;

/** The events of a person who wants to be somewhere else. */
const INPUTS = ["wheel", "touchstart", "mousedown", "keydown"] as const;

/**
 * Brings a page back to where it was scrolled to, after a reload and on the way back. The browser
 * does so only for what is there at once; lists come later, and draw only the rows that are seen.
 * The place belongs to the entry of the browser's history, so that each visit has its own.
 */
export function useKeptScroll(): void {
  const { key, pathname } = useLocation();
  const how = useNavigationType();
  useLayoutEffect(() => {
    const name = `scroll:${pathname}:${entryName(key)}`;
    let stop = how === "POP" ? bringBack(readKept(name)) : null;
    let timer: ReturnType<typeof setTimeout> | undefined;

    function keep(): void {
      clearTimeout(timer);
      timer = undefined;
      // A place that is not reached yet stays the one that is wanted.
      if (stop?.isUnderWay() !== true) keepPlaces(name, readPlaces());
    }
    function scrolled(): void {
      clearTimeout(timer);
      timer = setTimeout(keep, PAUSE_MS);
    }
    function keepLast(): void {
      if (timer !== undefined) keep();
    }
    function leaveIt(): void {
      stop?.();
      stop = null;
    }
    history.scrollRestoration = "manual";
    document.addEventListener("scroll", scrolled, { capture: true, passive: true });
    window.addEventListener("pagehide", keepLast);
    window.addEventListener("popstate", keepLast, { capture: true });
    for (const input of INPUTS) window.addEventListener(input, leaveIt, { passive: true });
    return () => {
      leaveIt();
      clearTimeout(timer);
      document.removeEventListener("scroll", scrolled, { capture: true });
      window.removeEventListener("pagehide", keepLast);
      window.removeEventListener("popstate", keepLast, { capture: true });
      for (const input of INPUTS) window.removeEventListener(input, leaveIt);
      // For the entry that is opened now; this one keeps what was set for it.
      history.scrollRestoration = "auto";
    };
  }, [key, pathname, how]);
}

/**
 * The name of the shown entry of the browser's history. The router calls every entry that the app
 * did not open itself "default": an address that is opened anew in the same tab would begin where
 * another one was left.
 */
function entryName(key: string): string {
  if (key !== "default") return key;
  const state = history.state as { entry?: string } | null;
  const entry = state?.entry ?? crypto.randomUUID();
  if (state?.entry === undefined) history.replaceState({ ...state, entry }, "");
  return entry;
}

/** Scrolls to the places once their rows are there. @returns a function that ends it */
function bringBack(places: readonly ScrollPlace[]): (() => void) & { isUnderWay: () => boolean } {
  const end = performance.now() + PATIENCE_MS;
  let isUnderWay = places.length > 0;
  let still = 0;
  let frame = 0;
  function step(): void {
    still = places.map(approach).every(Boolean) ? still + 1 : 0;
    isUnderWay = still < STILL_FRAMES && performance.now() < end;
    if (isUnderWay) frame = requestAnimationFrame(step);
  }
  if (isUnderWay) frame = requestAnimationFrame(step);
  return Object.assign(
    () => {
      isUnderWay = false;
      cancelAnimationFrame(frame);
    },
    { isUnderWay: () => isUnderWay },
  );
}

function readKept(name: string): ScrollPlace[] {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? "[]") as ScrollPlace[];
  } catch {
    return [];
  }
}

function keepPlaces(name: string, places: readonly ScrollPlace[]): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(places));
  } catch {
    // The device is full: the page opens at its top.
  }
}
