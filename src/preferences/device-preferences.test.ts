import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { blockLocalStorage, stubLocalStorage } from "#tests/support/local-storage.ts";

let stored: Map<string, string>;

beforeEach(() => {
  stored = stubLocalStorage();
  vi.resetModules();
});
afterEach(() => vi.unstubAllGlobals());

/** The store of a newly started app. */
const start = () => import("./device-preferences.ts");

it("preferences are stored as plain strings under exactly these two keys", async () => {
  const { setTheme, setShowMatrixRain, useDevicePreferences } = await start();
  setTheme("light");
  setShowMatrixRain(false);
  expect(useDevicePreferences.getState()).toEqual({ theme: "light", showMatrixRain: false });
  expect(Object.fromEntries(stored)).toEqual({ theme: "light", showMatrixRain: "false" });
});

it("preferences are read again at the next start", async () => {
  stored.set("theme", "light").set("showMatrixRain", "false");
  const { useDevicePreferences } = await start();
  expect(useDevicePreferences.getState()).toEqual({ theme: "light", showMatrixRain: false });
});

it.each<[string, string?, string?]>([
  ["nothing is stored"],
  ["the stored values are unknown", "blue", "yes"],
])("the theme is dark and the rain is shown when %s", async (_, theme, rain) => {
  if (theme !== undefined) stored.set("theme", theme);
  if (rain !== undefined) stored.set("showMatrixRain", rain);
  const { useDevicePreferences } = await start();
  expect(useDevicePreferences.getState()).toEqual({ theme: "dark", showMatrixRain: true });
});

it("preferences work without being stored when the browser blocks storage", async () => {
  blockLocalStorage();
  const { setTheme, useDevicePreferences } = await start();
  setTheme("light");
  expect(useDevicePreferences.getState().theme).toBe("light");
});
