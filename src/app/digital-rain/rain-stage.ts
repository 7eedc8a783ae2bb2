import type { RainOrder } from "./rain-loop.ts";
import type { RainInk } from "./rain-palette.ts";

/**
 * The highest canvas resolution, in canvas pixels per CSS pixel. More would cost time on dense
 * screens, because the pixels grow with its square, and would not be visible.
 */
const MAX_SCALE = 2;

/** The parts of the browser that the rain depends on. */
export type RainBrowser = Pick<typeof globalThis, "document" | "matchMedia" | "ResizeObserver"> & {
  devicePixelRatio: number;
};

/** Control of the rain from the page. */
export interface RainStage {
  /** Sets the colours of all drops, those on the screen included. */
  color(palette: readonly RainInk[]): void;
  end(): void;
}

/**
 * Adapts the rain to the page: it has the size of its element, and stops while the page is hidden,
 * the person wants less motion or the element is not shown.
 * @param send sends a message to the rain
 */
export function stageRain(
  element: Element,
  send: (order: RainOrder) => void,
  browser: RainBrowser = window,
): RainStage {
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
    color: (palette) => send({ kind: "colors", palette }),
    end() {
      observer.disconnect();
      browser.document.removeEventListener("visibilitychange", runOrRest);
      stillness.removeEventListener("change", runOrRest);
      density.removeEventListener("change", densityChanged);
    },
  };
}
