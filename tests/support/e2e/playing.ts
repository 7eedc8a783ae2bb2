import type { Page } from "playwright";

/**
 * Makes a recording play, and waits until it plays. The page itself looks for that, because a short
 * recording is over before a slow test asks.
 */
export async function untilPlaying(page: Page, play: () => Promise<void>): Promise<void> {
  const playing = page.waitForFunction(() =>
    [...document.querySelectorAll("button")].some((button) =>
      (button.ariaLabel ?? button.textContent).startsWith("Stop playing"),
    ),
  );
  await Promise.all([playing, play()]);
}
