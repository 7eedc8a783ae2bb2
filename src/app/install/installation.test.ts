import { afterEach, beforeEach, expect, it, vi } from "vitest";

const kept = new Map<string, string>();
let browser: EventTarget;
let displayMode: "browser" | "standalone";

beforeEach(() => {
  kept.clear();
  browser = new EventTarget();
  displayMode = "browser";
  vi.resetModules();
  vi.stubGlobal(
    "window",
    Object.assign(browser, {
      matchMedia: (query: string) => ({ matches: query.includes(displayMode) }),
    }),
  );
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

/** The store as a fresh start of the app has it. */
async function start() {
  const module = await import("./installation.ts");
  module.followInstallation();
  return module;
}

/** The browser says that the app can be installed; when asked to, the person answers `outcome`. */
function offer(outcome: "accepted" | "dismissed") {
  const prompt = vi.fn(async () => ({ outcome }));
  const event = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt });
  browser.dispatchEvent(event);
  return { event, prompt };
}

it("keeps the browser's offer until a person takes it, which works once", async () => {
  const { install, useInstallation } = await start();
  const { event, prompt } = offer("accepted");
  expect(event.defaultPrevented).toBe(true);
  expect(useInstallation.getState().prompt).toBe(event);
  expect(prompt).not.toHaveBeenCalled();
  await Promise.all([install(), install()]);
  expect(prompt).toHaveBeenCalledTimes(1);
  expect(useInstallation.getState()).toEqual({ prompt: null, installed: false, putOff: false });
  browser.dispatchEvent(new Event("appinstalled"));
  expect(useInstallation.getState().installed).toBe(true);
});

it("remembers on the device who does not want to be told again", async () => {
  const { putOffNotice } = await start();
  putOffNotice();
  expect([...kept.keys()]).toEqual(["installNoticePutOff"]);
  vi.resetModules();
  expect((await start()).useInstallation.getState().putOff).toBe(true);
});

it("takes a no to the browser for the same", async () => {
  const { install, useInstallation } = await start();
  offer("dismissed");
  await install();
  expect(useInstallation.getState().putOff).toBe(true);
});

it("knows when it runs as an app", async () => {
  displayMode = "standalone";
  const { useInstallation } = await start();
  expect(useInstallation.getState().installed).toBe(true);
});
