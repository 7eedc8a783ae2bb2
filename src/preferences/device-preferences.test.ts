import { afterEach, beforeEach, expect, it, vi } from "vitest";

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.resetModules();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

/** The store of a newly started app. */
const start = () => import("./device-preferences.ts");

it("the default preferences are the dark theme with the rain", async () => {
  const { useDevicePreferences } = await start();
  expect(useDevicePreferences.getState()).toEqual({ theme: "dark", showMatrixRain: true });
});

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

it("an unknown stored value counts as the default", async () => {
  stored.set("theme", "blue").set("showMatrixRain", "yes");
  const { useDevicePreferences } = await start();
  expect(useDevicePreferences.getState()).toEqual({ theme: "dark", showMatrixRain: true });
});

it("preferences work without being stored when the browser blocks storage", async () => {
  vi.stubGlobal("localStorage", {
    getItem: () => {
      throw new DOMException("blocked", "SecurityError");
    },
    setItem: () => {
      throw new DOMException("blocked", "SecurityError");
    },
  });
  const { setTheme, useDevicePreferences } = await start();
  setTheme("light");
  expect(useDevicePreferences.getState().theme).toBe("light");
});
