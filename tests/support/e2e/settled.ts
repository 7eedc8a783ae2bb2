import type { Page } from "playwright";

/** How long nothing may change on a settled page, milliseconds. */
const STILL_MS = 150;

/** Waits until the page shows its heading, has been painted, and no longer changes by itself. */
export async function untilSettled(page: Page): Promise<void> {
  // Checked in every frame: a locator would check again only after half a second.
  await page.waitForFunction(
    () =>
      document.querySelector("h1")?.checkVisibility() === true &&
      performance.getEntriesByName("first-contentful-paint").length > 0,
  );
  await page.evaluate(
    (still) =>
      new Promise<void>((resolve) => {
        let timer = setTimeout(resolve, still);
        new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(resolve, still);
        }).observe(document, { attributes: true, childList: true, subtree: true });
      }),
    STILL_MS,
  );
}
