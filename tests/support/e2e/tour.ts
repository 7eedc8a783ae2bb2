import type { Page } from "playwright";
import type { ChromiumProcess } from "./chromium.ts";
import { pageTrouble } from "./page-checks.ts";
import { SCREENS, type Screen, show } from "./screens.ts";
import { untilSettled } from "./settled.ts";

/** The time for a whole tour, in milliseconds, on a slow and busy machine. */
export const TOUR_MS = 600_000;

/** Paths, each with the first-level heading of its page. */
export type Pages = Readonly<Record<string, string>>;

/** A path that does not exist. */
export const NOWHERE: Pages = { "/nowhere": "404" };

/** The pages that are the same for everyone. */
export const OPEN_TO_ALL: Pages = {
  "/early-access": "Request Early Access",
  "/settings": "Settings",
  "/support": "Support",
  "/terms": "Terms of Service",
  "/privacy": "Privacy Policy",
};

/** The pages of a visitor. */
export const OPEN: Pages = {
  "/": "No signal down there? Your work still arrives.",
  "/auth": "Sign In",
  ...OPEN_TO_ALL,
};

/** The pages of a technician. */
export const OWN: Pages = {
  "/dashboard": "Home",
  "/voice-agent": "Voice Agent",
  "/snap-agent": "Snap Agent",
  "/label-agent": "Label Agent",
  "/ask-agent": "Ask Agent",
  "/history": "Your Agent History",
};

/** The further pages of an administrator. */
export const ADMINISTRATION: Pages = {
  "/admin": "Admin Dashboard",
  "/detailed-logs": "Detailed Activity Logs",
  "/contact-submissions": "Contact Form Submissions",
};

/** Opens an address as the browser's address bar does, and waits for its page. */
export async function openPage(page: Page, address: string, heading: string): Promise<void> {
  await page.goto(address);
  await page.getByRole("heading", { level: 1, name: heading, exact: true }).waitFor();
}

/** The problems of these pages on these screens; a page of the app must be open already. */
export async function troubleOn(
  browser: ChromiumProcess,
  page: Page,
  pages: Pages,
  screens: readonly Screen[],
): Promise<string[]> {
  const { origin } = new URL(page.url());
  const trouble: string[] = [];
  for (const screen of screens) {
    await show(page, screen);
    // Without a graphics card the rain takes most of the time, so it is shown on one screen only.
    const rain = screen === SCREENS[0];
    await page.evaluate((shown) => localStorage.setItem("showMatrixRain", String(shown)), rain);
    for (const [path, heading] of Object.entries(pages)) {
      browser.consoleTrouble.length = 0;
      await page.goto(`${origin}${path}`);
      await untilSettled(page);
      const found = await pageTrouble(page, screen);
      found.push(...browser.consoleTrouble.filter((line) => !isOwnPath(line)));
      if (new URL(page.url()).pathname !== path) found.push(`went to ${page.url()}`);
      const title = await page.locator("h1").textContent();
      if (title !== heading) found.push(`headed "${title}"`);
      trouble.push(...found.map((line) => `${path} ${labelOf(screen)}: ${line}`));
    }
  }
  return trouble;
}

/** A short name for a screen. */
export function labelOf({ width, theme }: Screen): string {
  return `${width} ${theme}`;
}

/** Whether a console line is the not-found page's report of the path it was asked for. */
function isOwnPath(line: string): boolean {
  return line.startsWith("error: Unknown route:") && line.endsWith("/nowhere");
}
