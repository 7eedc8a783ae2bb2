import { expect, it } from "vitest";
import { type RainBrowser, stageRain } from "./digital-rain.tsx";
import type { RainOrder } from "./rain-loop.ts";

function fakeBrowser() {
  const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  const stillness = Object.assign(new EventTarget(), { matches: false });
  const observers = new Set<ResizeObserverCallback>();
  class FakeResizeObserver {
    observe: () => void;
    constructor(callback: ResizeObserverCallback) {
      this.observe = () => void observers.add(callback);
    }
  }
  const browser = {
    document: page,
    matchMedia: (query: string) => (query.includes("motion") ? stillness : new EventTarget()),
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
  };
}

function staged() {
  const told: RainOrder[] = [];
  const surroundings = fakeBrowser();
  stageRain({} as Element, (order) => told.push(order), surroundings.browser);
  /** The messages sent since the last call. */
  const news = () => told.splice(0);
  return { news, ...surroundings };
}

const size = (width: number, height: number) => ({ kind: "size", width, height, scale: 1 });
const run = (runs: boolean) => ({ kind: "run", runs });

it("the rain runs in the size of its element, while that and the page are shown", () => {
  const { resize, show, news } = staged();
  expect(news()).toEqual([]);
  resize(1440, 900);
  expect(news()).toEqual([size(1440, 900), run(true)]);
  resize(900, 1440);
  expect(news()).toEqual([size(900, 1440)]);
  show("hidden");
  expect(news()).toEqual([run(false)]);
  show("visible");
  expect(news()).toEqual([run(true)]);
  resize(0, 0);
  expect(news()).toContainEqual(run(false));
});

it("the rain does not run when less motion is wanted, whether the page is hidden or visible", () => {
  const { resize, show, keepStill, news } = staged();
  keepStill(true);
  resize(1440, 900);
  show("hidden");
  show("visible");
  expect(news()).toEqual([size(1440, 900)]);
  keepStill(false);
  expect(news()).toEqual([run(true)]);
  keepStill(true);
  expect(news()).toEqual([run(false)]);
});
