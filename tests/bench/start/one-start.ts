import type { Page } from "playwright";
import type { ChromiumProcess } from "#tests/support/e2e/chromium.ts";
import { PHONE } from "#tests/support/e2e/screens.ts";
import { type Timeline, timelineOf, traced } from "./trace.ts";

/** What happened when, in milliseconds since the navigation began; null: it did not happen. */
export interface Milestones {
  /** The service worker runs and was asked for the page. */
  workerReady: number;
  htmlLoaded: number;
  /** The last script of those that were asked for before the largest paint. */
  scriptsLoaded: number | null;
  databaseOpened: number | null;
  firstRead: number | null;
  /** React has put something into the page. */
  rendered: number | null;
  /** The app's own page was there. */
  appShown: number | null;
}

export type Start = Timeline & {
  milestones: Milestones;
  /** What was painted last, and whether it was the drawn page or the app's own. */
  largest: string;
};

/** The largest paint counts as final when no larger one followed for so long. */
const QUIET_MS = 1_500;

/**
 * Opens a page in a browser that has just been started, and tells where the time went.
 * @param slowdown how many times slower the processor is made
 */
export async function timeStart(
  browser: ChromiumProcess,
  url: string,
  slowdown: number,
): Promise<Start> {
  const page = await browser.newPage();
  await page.setViewportSize(PHONE);
  await page.addInitScript(watchStart);
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  const whole = await page.context().browser()?.newBrowserCDPSession();
  if (whole === undefined) throw new Error("The browser has gone");
  const events = await traced(whole, async () => {
    await page.goto(url, { waitUntil: "load" });
    await page.evaluate(untilPainted, QUIET_MS);
  });
  const timeline = timelineOf(events, url);
  const milestones = await milestonesOf(page, timeline.largestPaint);
  return { ...timeline, milestones, largest: await page.evaluate(describeLargest) };
}

/**
 * Runs in the page before its own code: notes when its first database opened and was first read, and
 * when the app's page was there.
 */
function watchStart(): void {
  const note = (name: string) => {
    if (performance.getEntriesByName(name).length === 0) performance.mark(name);
  };
  new MutationObserver((_, observer) => {
    if (document.querySelector("#root > *") !== null) note("rendered");
    if (document.querySelector("#root h1") === null) return;
    note("app shown");
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
  const open = indexedDB.open.bind(indexedDB);
  IDBFactory.prototype.open = (...args: Parameters<typeof open>) => {
    const request = open(...args);
    request.addEventListener("success", () => note("database opened"));
    return request;
  };
  for (const method of ["get", "getAll"] as const) {
    for (const Source of [IDBObjectStore, IDBIndex]) {
      const read = Source.prototype[method];
      Source.prototype[method] = function (this: never, ...args: never[]) {
        const request = Reflect.apply(read, this, args);
        request.addEventListener("success", () => note("first read"));
        return request;
      } as never;
    }
  }
}

/** Runs in the page: resolves when something was painted, and nothing larger for a while. */
function untilPainted(quietMs: number): Promise<void> {
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout>;
    new PerformanceObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(resolve, quietMs);
    }).observe({ type: "largest-contentful-paint", buffered: true });
  });
}

/** Runs in the page: the text or the kind of the element whose paint counts as the largest. */
function describeLargest(): string {
  const observer = new PerformanceObserver(() => undefined);
  observer.observe({ type: "largest-contentful-paint", buffered: true });
  const last = observer.takeRecords().at(-1) as { element?: Element | null } | undefined;
  // The elements of the drawn page are gone.
  if (!last?.element) return "the drawn page";
  const { localName, textContent } = last.element;
  return `${localName}: ${textContent.trim().slice(0, 24)}`;
}

async function milestonesOf(page: Page, largestPaint: number): Promise<Milestones> {
  return await page.evaluate((paintedAt) => {
    const markOf = (name: string) => performance.getEntriesByName(name)[0]?.startTime ?? null;
    const [navigation] = performance.getEntriesByType(
      "navigation",
    ) as PerformanceNavigationTiming[];
    if (navigation === undefined) throw new Error("The page tells nothing of its navigation");
    const resources = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    const scripts = resources
      .filter(({ name, startTime }) => name.endsWith(".js") && startTime < paintedAt)
      .map(({ responseEnd }) => responseEnd);
    return {
      workerReady: navigation.fetchStart,
      htmlLoaded: navigation.responseEnd,
      scriptsLoaded: scripts.length === 0 ? null : Math.max(...scripts),
      databaseOpened: markOf("database opened"),
      firstRead: markOf("first read"),
      rendered: markOf("rendered"),
      appShown: markOf("app shown"),
    };
  }, largestPaint);
}
