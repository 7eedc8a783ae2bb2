import { expect, it } from "vitest";
import type { RainOrder } from "./rain-loop.ts";
import { type RainBrowser, stageRain } from "./rain-stage.ts";

function fakeBrowser() {
  const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  const stillness = Object.assign(new EventTarget(), { matches: false });
  const density = new EventTarget();
  const changed = new Event("change");
  const observers = new Set<ResizeObserverCallback>();
  class FakeResizeObserver {
    observe: () => void;
    disconnect = () => observers.clear();
    constructor(callback: ResizeObserverCallback) {
      this.observe = () => void observers.add(callback);
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
      stillness.dispatchEvent(changed);
    },
    moveToDenserScreen() {
      browser.devicePixelRatio = 3;
      density.dispatchEvent(changed);
    },
  };
}

/** A stage; one that has begun is 1440 px wide and 900 px high. */
function staged(hasBegun = true) {
  const told: RainOrder[] = [];
  const surroundings = fakeBrowser();
  const stage = stageRain({} as Element, (order) => told.push(order), surroundings.browser);
  /** The messages sent since the last call. */
  const news = () => told.splice(0);
  if (hasBegun) {
    surroundings.resize(1440, 900);
    news();
  }
  return { stage, news, ...surroundings };
}

const size = (width: number, height: number, scale = 1) => ({ kind: "size", width, height, scale });
const run = (runs: boolean) => ({ kind: "run", runs });

it("the rain runs in the size of its element, while that and the page are shown", () => {
  const { resize, show, news } = staged(false);
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
  const { resize, show, keepStill, news } = staged(false);
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

it("the rain is twice as sharp at most on a denser screen, and ignores changes after its end", () => {
  const { stage, resize, show, keepStill, moveToDenserScreen, news } = staged();
  moveToDenserScreen();
  expect(news()).toEqual([size(1440, 900, 2)]);
  stage.end();
  news();
  show("hidden");
  keepStill(true);
  moveToDenserScreen();
  resize(900, 1440);
  expect(news()).toEqual([]);
});
