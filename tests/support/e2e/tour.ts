import type { ConsoleMessage, Page } from "playwright";
import { axeTrouble } from "./axe.ts";
import type { ChromiumProcess } from "./chromium.ts";
import { lookTrouble, pageTrouble, reachTrouble, targetTrouble } from "./page-checks.ts";
import { DARK_PHONE, LIGHT_DESKTOP, SCREENS, type Screen, show } from "./screens.ts";
import { untilSettled } from "./settled.ts";

/** The time for a whole tour, in milliseconds, on a slow and busy machine. */
export const TOUR_MS = 600_000;

/** Paths, each with the first-level heading of its page. */
export type Pages = Readonly<Record<string, string>>;

/** A path that does not exist. */
export const NOWHERE: Pages = { "/nowhere": "404" };

export const OPEN_TO_ALL: Pages = {
  "/early-access": "Request Early Access",
  "/settings": "Settings",
  "/support": "Support",
  "/terms": "Terms of Service",
  "/privacy": "Privacy Policy",
};

export const GUIDES: Pages = {
  "/support?guide=getting-started": "Getting Started Guide",
  "/support?guide=agent-guides": "Agent User Guides",
  "/support?guide=admin-dashboard": "Admin Dashboard Tutorial",
  "/support?guide=knowledge-base": "Knowledge Base Management",
};

export const OPEN: Pages = {
  "/": "No signal down there? Your work still arrives.",
  "/auth": "Sign In",
  ...OPEN_TO_ALL,
};

export const OWN: Pages = {
  "/dashboard": "Home",
  "/voice-agent": "Voice Agent",
  "/snap-agent": "Snap Agent",
  "/label-agent": "Label Agent",
  "/ask-agent": "Ask Agent",
  "/history": "Your Agent History",
};

export const ADMINISTRATION: Pages = {
  "/admin": "Admin Dashboard",
  "/detailed-logs": "Detailed Activity Logs",
  "/contact-submissions": "Contact Form Submissions",
};

export function tabsOf(company: string): Pages {
  const sections = ["overview", "jobs", "answers", "vocabulary", "golden-set", "integrations"];
  const tabs = ["users", "activity-logs", "knowledge-base", "ai-settings", ...sections];
  return Object.fromEntries(
    tabs.map((tab) => [`/admin?tab=${tab}&company=${company}`, "Admin Dashboard"]),
  );
}

export const officePages = (company: string): Pages => ({
  ...ADMINISTRATION,
  "/admin?tab=companies": "Admin Dashboard",
  "/detailed-logs?tab=analytics": "Detailed Activity Logs",
  ...tabsOf(company),
});

/** Opens an address as the browser's address bar does, and waits for its page. */
export async function openPage(page: Page, address: string, heading: string): Promise<void> {
  await page.goto(address);
  await page.getByRole("heading", { level: 1, name: heading, exact: true }).waitFor();
}

/** A dark phone and a light desktop: both sizes and both themes. */
export const OPPOSITE: readonly Screen[] = [DARK_PHONE, LIGHT_DESKTOP];

/** The screens of whole pages: at night both sizes in both themes. */
export const ON_PAGES = process.env.TOUR_SCREENS === "all" ? SCREENS : OPPOSITE;

/** The problems of these pages on these screens; a page of the app must be open already. */
export async function troubleOn(
  browser: ChromiumProcess,
  page: Page,
  pages: Pages,
  screens: readonly Screen[],
): Promise<string[]> {
  const { origin } = new URL(page.url());
  const trouble: string[] = [];
  for (const [place, screen] of screens.entries()) {
    await show(page, screen);
    // Without a graphics card the rain takes most of the time, so it is shown on one screen only.
    const rain = screen === SCREENS[0];
    await page.evaluate((shown) => localStorage.setItem("showMatrixRain", String(shown)), rain);
    // The same size in another theme has everything at the same place.
    const check = screens[place - 1]?.width === screen.width ? lookTrouble : pageTrouble;
    for (const [address, heading] of Object.entries(pages)) {
      browser.consoleTrouble.length = 0;
      await page.goto(`${origin}${address}`);
      await untilSettled(page);
      await page.waitForFunction(() => document.querySelector("[data-loading]") === null);
      await shoot(page, `page${address}`, screen);
      const found = await check(page, screen);
      found.push(...browser.consoleTrouble.filter((line) => !isOwnPath(line)));
      const { pathname } = new URL(page.url());
      if (pathname !== address.split("?")[0]) found.push(`went to ${page.url()}`);
      const title = await page.locator("h1").textContent();
      if (title !== heading) found.push(`headed "${title}"`);
      trouble.push(...found.map((line) => `${address} ${labelOf(screen)}: ${line}`));
    }
  }
  return trouble;
}

/** The states that somebody brings about on one screen. */
export interface Visit {
  screen: Screen;
  /** Loads an address of the app. */
  go(address: string): Promise<unknown>;
  look(state: string): Promise<void>;
  /** The same where nothing lies over the page, so that all of it can be reached. */
  lookAtAll(state: string): Promise<void>;
}

/** The problems of the states that `visit` brings about; a page of the app must be open already. */
export async function troubleIn(
  page: Page,
  screens: readonly Screen[],
  visit: (visit: Visit) => Promise<unknown>,
): Promise<string[]> {
  const { origin } = new URL(page.url());
  const trouble: string[] = [];
  const listen = (message: ConsoleMessage) => {
    if (message.text().includes("Content Security Policy")) trouble.push(message.text());
  };
  page.on("console", listen);
  for (const screen of screens) {
    await show(page, screen);
    let last = "the beginning";
    const look = async (state: string, ...checks: ((page: Page) => Promise<string[]>)[]) => {
      last = state;
      await shoot(page, state, screen);
      for (const check of [axeTrouble, targetTrouble, ...checks]) {
        const found = await check(page);
        trouble.push(...found.map((line) => `${state} ${labelOf(screen)}: ${line}`));
      }
    };
    await visit({
      screen,
      go: (address) => page.goto(`${origin}${address}`),
      look,
      lookAtAll: (state) => look(state, reachTrouble),
    }).catch(async (error) => {
      const shown = await page.locator("body").ariaSnapshot().catch(String);
      trouble.push(`after ${last} ${labelOf(screen)}: ${error}\n${shown}`);
    });
  }
  page.off("console", listen);
  return trouble;
}

/** Saves a picture for people to look at, if a folder is given. */
async function shoot(page: Page, name: string, screen: Screen): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  const file = `${name} ${labelOf(screen)}`.replaceAll(/\W+/g, "-");
  if (folder) await page.screenshot({ path: `${folder}/${file}.png`, fullPage: true });
}

function labelOf({ width, theme }: Screen): string {
  return `${width} ${theme}`;
}

/** Whether a console line is the not-found page's report of the path it was asked for. */
function isOwnPath(line: string): boolean {
  return line.startsWith("error: Unknown route:") && line.endsWith("/nowhere");
}
