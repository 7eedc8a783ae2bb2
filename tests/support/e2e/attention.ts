import type { Page, Request } from "playwright";
import { expect } from "vitest";

/** Lets a test decide when a page asks the server by itself; call it before the first time. */
export function attentionTo(page: Page) {
  const underWay = new Set<Request>();
  page.on("request", (request) => underWay.add(request));
  page.on("requestfinished", (request) => underWay.delete(request));
  page.on("requestfailed", (request) => underWay.delete(request));
  return {
    /**
     * Makes the page behave as in a hidden tab, which does not ask the server by itself, and waits for
     * the answers to what it asked before: they could come after the next change.
     */
    async lookAway(): Promise<void> {
      await page.evaluate(() => {
        const value = "hidden";
        Object.defineProperty(document, "visibilityState", { value, configurable: true });
      });
      await expect
        .poll(async () => {
          // What an answer makes the page ask next is under way after this.
          await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
          return [...underWay].map((request) => request.url());
        })
        .toEqual([]);
    },
    /** Makes the page behave as in a tab that is shown again: it asks the server at once. */
    lookAgain: () =>
      page.evaluate(() => {
        Reflect.deleteProperty(document, "visibilityState");
        document.dispatchEvent(new Event("visibilitychange"));
      }),
  };
}
