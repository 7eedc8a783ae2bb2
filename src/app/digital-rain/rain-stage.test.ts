import { describe, expect, it } from "vitest";
import type { RainOrder } from "./rain-loop.ts";
import { type RainBrowser, stageRain } from "./rain-stage.ts";

/**
 * A fake browser: its page can be hidden, resized, moved to another screen, or asked for less
 * motion.
 */
function fakeBrowser() {
  const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  const stillness = Object.assign(new EventTarget(), { matches: false });
  const density = new EventTarget();
  const observers = new Set<ResizeObserverCallback>();
  class FakeResizeObserver {
    readonly #callback: ResizeObserverCallback;
    constructor(callback: ResizeObserverCallback) {
      this.#callback = callback;
    }
    observe(): void {
      observers.add(this.#callback);
    }
    disconnect(): void {
      observers.delete(this.#callback);
    }
  }
  const browser = {
    document: page,
    matchMedia: (query: string) => (query.includes("motion") ? stillness : density),
    ResizeObserver: FakeResizeObserver,
    devicePixelRatio: 1,
  };
  return {
    browser: browser as unknown as RainBrowser,
    resize(width: number, height: number) {
      const entry = { contentRect: { width, height } } as ResizeObserverEntry;
      for (const callback of observers) callback([entry], {} as ResizeObserver);
    },
    show(state: "visible" | "hidden") {
      page.visibilityState = state;
      page.dispatchEvent(new Event("visibilitychange"));
    },
    keepStill(matches: boolean) {
      stillness.matches = matches;
      stillness.dispatchEvent(new Event("change"));
    },
    moveToScreen(pixelRatio: number) {
      browser.devicePixelRatio = pixelRatio;
      density.dispatchEvent(new Event("change"));
    },
  };
}

function staged() {
  const told: RainOrder[] = [];
  const surroundings = fakeBrowser();
  const stage = stageRain({} as Element, (order) => told.push(order), surroundings.browser);
  /** The messages sent since the last call. */
  const news = () => told.splice(0);
  return { stage, news, ...surroundings };
}

describe("stageRain", () => {
  it("runs, and has the size of its element", () => {
    const { resize, news } = staged();
    expect(news()).toEqual([]);
    resize(1440, 900);
    expect(news()).toEqual([
      { kind: "size", width: 1440, height: 900, scale: 1 },
      { kind: "run", runs: true },
    ]);
    resize(900, 1440);
    expect(news()).toEqual([{ kind: "size", width: 900, height: 1440, scale: 1 }]);
  });

  it("stops while the page is hidden", () => {
    const { resize, show, news } = staged();
    resize(1440, 900);
    news();
    show("hidden");
    expect(news()).toEqual([{ kind: "run", runs: false }]);
    show("visible");
    expect(news()).toEqual([{ kind: "run", runs: true }]);
  });

  it("does not run when less motion is wanted, whether the page is hidden or visible", () => {
    const { resize, show, keepStill, news } = staged();
    keepStill(true);
    resize(1440, 900);
    show("hidden");
    show("visible");
    expect(news()).toEqual([{ kind: "size", width: 1440, height: 900, scale: 1 }]);
    keepStill(false);
    expect(news()).toEqual([{ kind: "run", runs: true }]);
    keepStill(true);
    expect(news()).toEqual([{ kind: "run", runs: false }]);
  });

  it("stops while its element is not shown", () => {
    const { resize, news } = staged();
    resize(1440, 900);
    news();
    resize(0, 0);
    expect(news()).toContainEqual({ kind: "run", runs: false });
  });

  it("draws sharper on denser screens, up to a scale of two", () => {
    const { resize, moveToScreen, news } = staged();
    resize(390, 844);
    news();
    moveToScreen(1.5);
    expect(news()).toEqual([{ kind: "size", width: 390, height: 844, scale: 1.5 }]);
    moveToScreen(3);
    expect(news()).toEqual([{ kind: "size", width: 390, height: 844, scale: 2 }]);
  });

  it("ignores every change after it has ended", () => {
    const { stage, resize, show, keepStill, moveToScreen, news } = staged();
    resize(1440, 900);
    stage.end();
    news();
    show("hidden");
    keepStill(true);
    moveToScreen(2);
    resize(900, 1440);
    expect(news()).toEqual([]);
  });
});
