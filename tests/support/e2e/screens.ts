import type { Page } from "playwright";

export interface Screen {
  width: number;
  height: number;
  theme: "dark" | "light";
}

export const PHONE = { width: 390, height: 844 };
/** The side menu of a desktop, and not yet the room for tables. */
export const TABLET = { width: 1000, height: 800 };
export const DESKTOP = { width: 1440, height: 900 };

export const DARK_PHONE: Screen = { ...PHONE, theme: "dark" };
export const LIGHT_DESKTOP: Screen = { ...DESKTOP, theme: "light" };

/** A phone and a desktop, in both themes. */
export const SCREENS: readonly Screen[] = [
  DARK_PHONE,
  { ...PHONE, theme: "light" },
  { ...DESKTOP, theme: "dark" },
  LIGHT_DESKTOP,
];

/**
 * Sets the size and the theme of an open page, which has to be reloaded then. What opens or closes
 * does so without fading: text that is half transparent while it is checked has another contrast.
 */
export async function show(page: Page, { width, height, theme }: Screen): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.setViewportSize({ width, height });
  await page.evaluate((chosen) => localStorage.setItem("theme", chosen), theme);
}
