import type { Page } from "playwright";

/**
 * Notes how long the page takes to answer each tap and key: from the input, through everything that
 * waits before it and that it causes, to the end of the page's work for the next frame. What the
 * browser's graphics process does with that frame is not counted, because here it has no graphics
 * processor. Call it before the page is opened.
 */
export async function watchInteractions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const durations: number[] = [];
    Object.assign(window, { interactions: durations });
    const watch = ({ timeStamp }: Event) => {
      requestAnimationFrame(() => {
        // The next task runs after the frame's styles, layout and paint.
        const afterFrame = new MessageChannel();
        afterFrame.port1.onmessage = () => durations.push(performance.now() - timeStamp);
        afterFrame.port2.postMessage(null);
      });
    };
    for (const type of ["pointerdown", "click", "keydown", "input"]) {
      window.addEventListener(type, watch, { capture: true });
    }
  });
}

/** The longest time, in milliseconds, in which the page answered an input of `act`. */
export async function longestInteraction(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    (window as unknown as { interactions: number[] }).interactions.length = 0;
  });
  await act();
  await page.waitForFunction(
    () => (window as unknown as { interactions: number[] }).interactions.length > 0,
  );
  return await page.evaluate(() => {
    const { interactions } = window as unknown as { interactions: number[] };
    return Math.round(Math.max(...interactions));
  });
}
