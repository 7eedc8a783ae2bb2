import type { Page } from "playwright";

/** How long nothing may change on a settled page, milliseconds. */
const STILL_MS = 150;

/**
 * Waits until nothing that has just opened or closed moves or fades any more: half-transparent text
 * has another contrast, and a growing button another size.
 */
export async function untilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // A transition begins in the frame after the change, or in the next one.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    const ending = document
      .getAnimations()
      .filter((each) => each.playState === "running")
      .filter((each) => Number.isFinite(Number(each.effect?.getComputedTiming().endTime)));
    await Promise.allSettled(ending.map((each) => each.finished));
  });
}

/**
 * Waits until the app shows the page itself with its heading, and it has been painted and no longer
 * changes by itself. The drawn page before it looks the same, but each of its elements is about to go.
 */
export async function untilSettled(page: Page): Promise<void> {
  // Checked in every frame: a locator would check again only after half a second.
  await page.waitForFunction(
    () =>
      document.getElementById("shell") === null &&
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
