import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { followStyles, isChunkLoadError, loadPatiently, loadWhole } from "./lazy-chunks.ts";
import { tryAgainNow } from "./try-again.ts";

const NOT_THERE = new TypeError(
  "Failed to fetch dynamically imported module: http://app.test/assets/page-1.js",
);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A load that fails until there is a signal. */
function loading(failure: Error = NOT_THERE) {
  const state = { signal: false, tries: 0 };
  async function load(): Promise<string> {
    state.tries += 1;
    if (!state.signal) throw failure;
    return "the page";
  }
  return { state, load };
}

it.each<[string, () => unknown]>([
  ["the browser says that it is online", () => window.dispatchEvent(new Event("online"))],
  ["the page becomes visible", () => document.dispatchEvent(new Event("visibilitychange"))],
  ["tryAgainNow is called", () => tryAgainNow()],
  ["some seconds have passed", () => vi.advanceTimersByTimeAsync(2000)],
])("a code chunk that can't be fetched is loaded again when %s", async (_, happens) => {
  const { state, load } = loading();
  const loaded = loadPatiently(load);
  await vi.advanceTimersByTimeAsync(0);
  expect(state.tries).toBe(1);
  state.signal = true;
  await happens();
  await expect(loaded).resolves.toBe("the page");
  expect(state.tries).toBe(2);
});

it("a code chunk that can't be fetched is loaded again at growing intervals, without end", async () => {
  const { state, load } = loading();
  const loaded = loadPatiently(load);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(state.tries).toBeGreaterThan(20);
  expect(state.tries).toBeLessThan(30);
  state.signal = true;
  await vi.advanceTimersByTimeAsync(30_000);
  await expect(loaded).resolves.toBe("the page");
});

it("a code chunk that can't be fetched is not loaded again after the caller has aborted", async () => {
  const { state, load } = loading();
  const left = new AbortController();
  const loaded = loadPatiently(load, left.signal);
  const failed = expect(loaded).rejects.toThrow();
  left.abort();
  await vi.advanceTimersByTimeAsync(60_000);
  await failed;
  expect(state.tries).toBe(1);
});

it("a code chunk that was fetched and fails when it runs is not loaded again", async () => {
  const { state, load } = loading(new TypeError("Cannot read properties of undefined"));
  await expect(loadPatiently(load)).rejects.toThrow("Cannot read");
  expect(state.tries).toBe(1);
});

/** An element of a page that loads the stylesheet; only one that stands in the page loads. */
class Style extends EventTarget {
  static inPage: Style;
  readonly rel = "stylesheet";
  readonly href: string;
  constructor(href: string) {
    super();
    this.href = href;
  }
  cloneNode() {
    return new Style(this.href);
  }
  replaceWith(next: Style) {
    if (Style.inPage === this) Style.inPage = next;
  }
}

it("a stylesheet that can't be fetched is loaded again once for all chunks that lack it", async () => {
  vi.stubGlobal("HTMLLinkElement", Style);
  followStyles();
  Style.inPage = new Style("/assets/page.css");
  const failing = new Event("error");
  Object.defineProperty(failing, "target", { value: Style.inPage });
  document.dispatchEvent(failing);
  const chunks = [loading(), loading()];
  for (const { load } of chunks) await expect(loadWhole(load)).rejects.toThrow();
  for (const { state } of chunks) state.signal = true;
  const loaded = chunks.map(({ load }) => loadWhole(load));
  Style.inPage.dispatchEvent(new Event("load"));
  await expect(Promise.all(loaded)).resolves.toEqual(["the page", "the page"]);
});

it.each([
  "Failed to fetch dynamically imported module: /assets/page.js",
  "error loading dynamically imported module: /assets/page.js",
  "Importing a module script failed.",
  "Unable to preload CSS for /assets/page.css",
])("the error message %j means that a code chunk was not loaded", (message) => {
  expect(isChunkLoadError(new TypeError(message))).toBe(true);
});
