import { useEffect, useRef } from "react";
import { useDevicePreferences } from "#preferences/device-preferences.ts";
import { useShownIdentity } from "#session/pin.ts";
import classes from "./digital-rain.module.css";
import type { RainOrder } from "./rain-loop.ts";
import { type RainInk, rainPalette } from "./rain-palette.ts";
import type { RainMessage } from "./rain-worker.ts";

/** The digital rain behind every page, in the colour of the role of the person signed in. */
export function DigitalRain() {
  const role = useShownIdentity()?.role ?? "field_tech";
  const theme = useDevicePreferences((preferences) => preferences.theme);
  const place = useRef<HTMLDivElement>(null);
  const stage = useRef<ReturnType<typeof raiseRain>>(null);
  useEffect(() => {
    const rain = place.current && raiseRain(place.current);
    stage.current = rain;
    return () => rain?.end();
  }, []);
  useEffect(() => stage.current?.color(rainPalette(role, theme)), [role, theme]);
  return <div ref={place} aria-hidden className={classes.rain} />;
}

/** Starts a worker that draws on a new canvas in `place`; null if the browser cannot. */
function raiseRain(place: HTMLElement) {
  // Created here and not by React: a canvas can be transferred to a worker only once, but React may
  // run an effect again.
  const canvas = document.createElement("canvas");
  if (canvas.transferControlToOffscreen === undefined) return null;
  const worker = new Worker(new URL("./rain-worker.ts", import.meta.url), { type: "module" });
  const send = (message: RainMessage, handed: Transferable[] = []) =>
    worker.postMessage(message, handed);
  const offscreen = canvas.transferControlToOffscreen();
  send(offscreen, [offscreen]);
  place.append(canvas);
  const stage = stageRain(place, send);
  return {
    ...stage,
    end() {
      stage.end();
      worker.terminate();
      canvas.remove();
    },
  };
}

/** The highest canvas resolution, in canvas pixels per CSS pixel: more would not be visible. */
const MAX_SCALE = 2;

/** The parts of the browser that the rain depends on. */
export type RainBrowser = Pick<typeof globalThis, "document" | "matchMedia" | "ResizeObserver"> & {
  devicePixelRatio: number;
};

/**
 * Adapts the rain to the page: it has the size of its element, and stops while the page is hidden,
 * the person wants less motion or the element is not shown.
 * @param send sends a message to the rain
 */
export function stageRain(
  element: Element,
  send: (order: RainOrder) => void,
  browser: RainBrowser = window,
) {
  const stillness = browser.matchMedia("(prefers-reduced-motion: reduce)");
  let size = { width: 0, height: 0 };
  let density = browser.matchMedia(`(resolution: ${browser.devicePixelRatio}dppx)`);
  let running = false;

  function sendSize(): void {
    const scale = Math.min(browser.devicePixelRatio, MAX_SCALE);
    send({ kind: "size", width: size.width, height: size.height, scale });
  }

  function runOrRest(): void {
    const runs =
      browser.document.visibilityState === "visible" && !stillness.matches && size.width > 0;
    if (runs === running) return;
    running = runs;
    send({ kind: "run", runs });
  }

  // A window that moves to another screen keeps its size, so the ResizeObserver does not report the
  // new pixel density.
  function densityChanged(): void {
    density.removeEventListener("change", densityChanged);
    density = browser.matchMedia(`(resolution: ${browser.devicePixelRatio}dppx)`);
    density.addEventListener("change", densityChanged);
    sendSize();
  }

  const observer = new browser.ResizeObserver(([entry]) => {
    if (entry === undefined) return;
    size = entry.contentRect;
    sendSize();
    runOrRest();
  });
  observer.observe(element);
  browser.document.addEventListener("visibilitychange", runOrRest);
  stillness.addEventListener("change", runOrRest);
  density.addEventListener("change", densityChanged);
  return {
    /** Sets the colours of all drops, those on the screen included. */
    color: (palette: readonly RainInk[]) => send({ kind: "colors", palette }),
    end() {
      observer.disconnect();
      browser.document.removeEventListener("visibilitychange", runOrRest);
      stillness.removeEventListener("change", runOrRest);
      density.removeEventListener("change", densityChanged);
    },
  };
}
