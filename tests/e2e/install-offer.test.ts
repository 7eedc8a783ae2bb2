// @module-tag rest

import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { axeTrouble } from "../support/e2e/axe.ts";
import type { ChromiumProcess } from "../support/e2e/chromium.ts";
import { targetTrouble } from "../support/e2e/page-checks.ts";
import { PHONE, SCREENS, type Screen, show } from "../support/e2e/screens.ts";
import { type Stack, startStack } from "../support/e2e/stack.ts";
import { signInAs } from "../support/e2e/voice-pages.ts";

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1";

let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ withProvider: false });
});
afterAll(() => stack.stop());

const notice = (page: Page) => page.getByRole("region", { name: "Keep Field Agents at hand" });
const inNotice = (page: Page, name: string) =>
  notice(page).getByRole("button", { name, exact: true });
/** The entry in the side menu, or in the drawer that a phone has instead. */
const entry = (page: Page) => page.getByRole("button", { name: "Install Field Agents" });
const hint = (page: Page) => page.getByText("To install: tap Share, then Add to Home Screen");

/** Tells the page that the app can be installed, as the browser does once per visit. */
function tellInstallable(page: Page, outcome: "accepted" | "dismissed"): Promise<boolean> {
  return page.evaluate((answer) => {
    const event = new Event("beforeinstallprompt", { cancelable: true });
    Object.assign(window, { asked: 0 });
    const prompt = async () => {
      Object.assign(window, { asked: Reflect.get(window, "asked") + 1 });
      return { outcome: answer };
    };
    Object.assign(event, { prompt, userChoice: Promise.resolve({ outcome: answer }) });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  }, outcome);
}

const asked = (page: Page) => page.evaluate(() => Reflect.get(window, "asked"));

async function home(page: Page): Promise<void> {
  await page.goto(`${stack.network.url}/dashboard`);
  await page.getByText(/^Welcome, (?!Agent)/).waitFor();
}

async function openDrawer(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("dialog").waitFor();
}

/**
 * Accessibility problems of the page as it is now, each labelled with what is shown and on which
 * screen.
 */
async function troubleWith(page: Page, what: string, screen: Screen): Promise<string[]> {
  const at = `${what}-${screen.theme}-${screen.width}`;
  const folder = process.env.SCREENSHOTS;
  if (folder) await page.screenshot({ path: `${folder}/${at}.png` });
  const found = [...(await axeTrouble(page)), ...(await targetTrouble(page))];
  return found.map((line) => `${at}: ${line}`);
}

/** Collects the problems of the notice on the home page, and of the menu, on every screen. */
async function troubleOnScreens(
  page: Page,
  what: string,
  offered: () => Promise<void>,
): Promise<string[]> {
  const trouble: string[] = [];
  for (const screen of SCREENS) {
    await show(page, screen);
    await home(page);
    await offered();
    trouble.push(...(await troubleWith(page, what, screen)));
    if (screen.width !== PHONE.width) continue;
    await openDrawer(page);
    trouble.push(...(await troubleWith(page, `${what}-menu`, screen)));
  }
  return trouble;
}

/**
 * Runs in the page: ignores the browser's own install event, which Chromium really sends, at any
 * time.
 */
function ignoreBrowser(): void {
  window.addEventListener("beforeinstallprompt", (event) => {
    if (event.isTrusted) event.stopImmediatePropagation();
  });
}

async function device(name: string, userAgent?: string): Promise<[ChromiumProcess, Page]> {
  const browser = await stack.browser(name);
  const page = await browser.newPage();
  await page.addInitScript(ignoreBrowser);
  if (userAgent !== undefined) {
    const session = await browser.context.newCDPSession(page);
    await session.send("Emulation.setUserAgentOverride", { userAgent });
  }
  await signInAs(page, stack.network.url, stack.technician);
  return [browser, page];
}

it("makes the browser ask once when a person accepts the offer to install", async () => {
  const [browser, page] = await device("accepts");
  const trouble = await troubleOnScreens(page, "offer", async () => {
    // The page cancels the event, so that the browser shows no banner of its own.
    expect(await tellInstallable(page, "accepted")).toBe(true);
    await inNotice(page, "Install").waitFor();
  });
  expect(trouble).toEqual([]);
  await entry(page).waitFor();
  expect(await asked(page)).toBe(0);
  await inNotice(page, "Install").click();
  await notice(page).waitFor({ state: "detached" });
  await entry(page).waitFor({ state: "detached" });
  expect(await asked(page)).toBe(1);
  expect(browser.consoleTrouble).toEqual([]);
  await browser.close();
});

it("does not offer the installation again after a refusal, but keeps it in the menu", async () => {
  for (const answer of ["Not now", "Install"]) {
    const [browser, page] = await device(`dismisses ${answer}`);
    await tellInstallable(page, "dismissed");
    await inNotice(page, answer).click();
    await notice(page).waitFor({ state: "detached" });

    await home(page);
    await tellInstallable(page, "dismissed");
    await entry(page).waitFor();
    // Without the refusal the notice would be shown by now.
    expect(await notice(page).count()).toBe(0);
    await browser.close();
  }
});

it("tells how to install by hand in Safari on an iPhone", async () => {
  const [browser, page] = await device("iphone", IPHONE);
  const trouble = await troubleOnScreens(page, "hint", async () => {
    await notice(page).getByText("Tap Share, then Add to Home Screen.").waitFor();
    expect(await inNotice(page, "Install").count()).toBe(0);
  });
  expect(trouble).toEqual([]);
  await hint(page).waitFor();
  await inNotice(page, "Not now").click();
  await notice(page).waitFor({ state: "detached" });
  await home(page);
  await hint(page).waitFor();
  expect(await notice(page).count()).toBe(0);
  await browser.close();
});
