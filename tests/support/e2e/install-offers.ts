import type { Page } from "playwright";

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1";

/** Runs in the page: ignores the install event that Chromium itself sends at any time. */
export function ignoreBrowser(): void {
  window.addEventListener("beforeinstallprompt", (event) => {
    if (event.isTrusted) event.stopImmediatePropagation();
  });
}

/** Tells the page that the app can be installed, as the browser does once per visit. */
export function tellInstallable(page: Page, outcome: "accepted" | "dismissed"): Promise<boolean> {
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

/** The notice on the home page about the installation. */
export const installNotice = (page: Page) =>
  page.getByRole("region", { name: "Keep Field Agents at hand" });

export async function openDrawer(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("dialog").waitFor();
}

/** Makes the page's browser call itself Safari on an iPhone. */
export async function pretendIphone(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setUserAgentOverride", { userAgent: IPHONE });
}
