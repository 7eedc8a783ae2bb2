import { useLayoutEffect, useState } from "react";
import { useLocation, useNavigationType } from "react-router-dom";

/** So long after the last scrolling, in ms, its place is noted. */
const PAUSE_MS = 100;
/** So long, in ms, the rows of a list are waited for. */
const PATIENCE_MS = 5000;
/** A place is reached when nothing moved it for so many frames: rows are measured as they come. */
const STILL_FRAMES = 10;

/** The events after which the page may be left, at once. A tap can follow the last scrolling. */
const LEAVING = ["click", "popstate", "pagehide"] as const;
/** The events of a person who wants to be somewhere else. */
const INPUTS = ["wheel", "touchstart", "mousedown", "keydown"] as const;

/**
 * Brings a page back to where it was scrolled; lists draw their rows too late for the browser.
 * @param asked the id of the row at which a page begins that was nowhere before, in the list labelled
 *   `list`
 */
export function useKeptScroll(asked: string | null = null, list: string | null = null): void {
  const { key, pathname } = useLocation();
  const how = useNavigationType();
  const [firstKey] = useState(key);
  useLayoutEffect(() => {
    const name = `scroll:${pathname}:${entryName(key)}`;
    const kept = how === "POP" ? readKept(name) : [];
    const isAsked = asked !== null && kept.length === 0 && key === firstKey;
    let wayBack: ReturnType<typeof bringBack> | null = bringBack(
      isAsked ? [toRow(asked, list)] : kept,
    );
    let timer: ReturnType<typeof setTimeout> | undefined;

    function keep(): void {
      clearTimeout(timer);
      timer = undefined;
      // A place that is not reached yet stays the one that is wanted.
      if (wayBack?.isUnderWay() !== true) keepPlaces(name, readPlaces());
    }
    function scrolled(): void {
      clearTimeout(timer);
      timer = setTimeout(keep, PAUSE_MS);
    }
    function keepLast(): void {
      if (timer !== undefined) keep();
    }
    function leaveIt(): void {
      wayBack?.stop();
      wayBack = null;
    }
    history.scrollRestoration = "manual";
    document.addEventListener("scroll", scrolled, { capture: true, passive: true });
    for (const leaving of LEAVING) window.addEventListener(leaving, keepLast, { capture: true });
    for (const input of INPUTS) window.addEventListener(input, leaveIt, { passive: true });
    return () => {
      leaveIt();
      clearTimeout(timer);
      document.removeEventListener("scroll", scrolled, { capture: true });
      for (const leaving of LEAVING) {
        window.removeEventListener(leaving, keepLast, { capture: true });
      }
      for (const input of INPUTS) window.removeEventListener(input, leaveIt);
      // For the entry that is opened now; this one keeps what was set for it.
      history.scrollRestoration = "auto";
    };
  }, [key, pathname, how, firstKey, asked, list]);
}

/** The name of the history's entry: the router calls all that it did not open "default". */
function entryName(key: string): string {
  if (key !== "default") return key;
  const state = history.state as { entry?: string } | null;
  const entry = state?.entry ?? crypto.randomUUID();
  if (state?.entry === undefined) history.replaceState({ ...state, entry }, "");
  return entry;
}

/** Scrolls to the places once their rows are there, unless it is stopped. */
function bringBack(places: readonly ScrollPlace[]) {
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
  return {
    isUnderWay: () => isUnderWay,
    stop(): void {
      isUnderWay = false;
      cancelAnimationFrame(frame);
    },
  };
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

/** Where something was scrolled to. */
interface ScrollPlace {
  /** The label of the scrolling element, which has `data-area`; null for the page. */
  area: string | null;
  /** In px. */
  top: number;
  /** The first visible row of the `RowList` labelled `list`, and its distance from the top in px. */
  row: { list: string | null; id: string; index: number; offset: number } | null;
}

/** The places of the page and of all areas in it that keep theirs. */
function readPlaces(): ScrollPlace[] {
  const areas = [...document.querySelectorAll<HTMLElement>("[data-area]")];
  return [
    toScrollPlace(null, document.documentElement),
    ...areas.map((area) => toScrollPlace(area.ariaLabel ?? "", area)),
  ];
}

/**
 * Scrolls towards a place. The rows are drawn as they come into view, so this is repeated.
 * @returns whether it is reached
 */
function approach(place: ScrollPlace): boolean {
  const area =
    place.area === null
      ? document.documentElement
      : document.querySelector(`[data-area][aria-label="${CSS.escape(place.area)}"]`);
  if (area === null) return false;
  if (place.row === null) {
    if (area.scrollHeight - area.clientHeight < place.top - 1) return false;
    area.scrollTo({ top: place.top, behavior: "instant" });
    return true;
  }
  const left = distanceTo(place.row, area, place.area);
  if (left === null) return false;
  if (Math.abs(left) < 1) return true;
  area.scrollBy({ top: left, behavior: "instant" });
  return false;
}

/** A row below the header of its page, which is as high as the page's scroll padding. */
function toRow(id: string, list: string | null): ScrollPlace {
  const offset = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop);
  return { area: null, top: 0, row: { list, id, index: -1, offset } };
}

function toScrollPlace(area: string | null, element: Element): ScrollPlace {
  const above = areaTop(element, area);
  const first = rowsIn(element, area).find((row) => row.getBoundingClientRect().bottom > above);
  const { id, index } = first?.dataset ?? {};
  return {
    area,
    top: element.scrollTop,
    row:
      // At the top of the page, what is above the list and new rows stay visible.
      first === undefined || id === undefined || element.scrollTop < 1
        ? null
        : {
            ...{ list: listLabel(first), id, index: Number(index) },
            offset: first.getBoundingClientRect().top - above,
          },
  };
}

/** How far to scroll to a row, in px: an estimate while it is not drawn; null without any rows. */
function distanceTo(
  { list, id, index, offset }: NonNullable<ScrollPlace["row"]>,
  element: Element,
  area: string | null,
): number | null {
  const rows = rowsIn(element, area).filter((row) => listLabel(row) === list);
  const toRow = (row: Element) => row.getBoundingClientRect().top - areaTop(element, area) - offset;
  // A row that is gone is represented by the one in its place.
  const row =
    rows.find(({ dataset }) => dataset.id === id) ??
    rows.find(({ dataset }) => Number(dataset.index) === index);
  if (row !== undefined) return toRow(row);
  const [some] = rows;
  const drawn = some?.parentElement;
  if (some === undefined || !drawn) return null;
  const count = Number(some.ariaSetSize);
  const usual = drawn.getBoundingClientRect().height / count;
  return toRow(some) + (index - Number(some.dataset.index)) * usual;
}

function areaTop(element: Element, area: string | null): number {
  return area === null ? 0 : element.getBoundingClientRect().top;
}

/** The label of the list of a row. */
function listLabel(row: Element): string | null {
  return row.closest("ul")?.ariaLabel ?? null;
}

/** The drawn rows that an element scrolls, but not those of an area in it. */
function rowsIn(element: Element, area: string | null): HTMLElement[] {
  return [...element.querySelectorAll<HTMLElement>("[data-id][data-index]")].filter(
    (row) => (row.closest("[data-area]")?.ariaLabel ?? null) === area,
  );
}
