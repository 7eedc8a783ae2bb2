// @module-tag rest

import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startFullStack } from "../support/e2e/full-lists.ts";
import { DESKTOP, PHONE } from "../support/e2e/screens.ts";
import type { Stack } from "../support/e2e/stack.ts";
import { signInAs } from "../support/e2e/voice-pages.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startFullStack();
});
afterAll(() => stack.stop());

/**
 * The first row whose end is on the screen, where it is, and whether the page has noted just that.
 */
function firstRow(page: Page): Promise<{ id: string; top: number; isNoted: boolean } | null> {
  return page.evaluate(() => {
    const noted = Object.entries(sessionStorage)
      .filter(([key]) => key.startsWith("scroll:"))
      .flatMap(
        ([, places]) => JSON.parse(places) as { row: { id: string; offset: number } | null }[],
      );
    const rows = document.querySelectorAll<HTMLElement>("[data-id][data-index]");
    const area = document.querySelector<HTMLElement>("[data-area]");
    const above = area === null ? 0 : area.getBoundingClientRect().top;
    for (const row of rows) {
      const { top, bottom } = row.getBoundingClientRect();
      if (bottom <= above) continue;
      const isNoted = noted.some(
        ({ row: place }) =>
          place?.id === row.dataset.id && Math.abs((place?.offset ?? 0) - (top - above)) < 1,
      );
      return { id: row.dataset.id ?? "", top: Math.round(top), isNoted };
    }
    return null;
  });
}

/**
 * Waits until nothing has scrolled for so many frames that the page is sure of its place. A press before that would leave
 * it where it just is.
 */
async function untilAtRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const place = () => `${window.scrollY} ${document.querySelector("[data-area]")?.scrollTop}`;
    let last = place();
    for (let still = 0; still < 30; ) {
      await new Promise(requestAnimationFrame);
      still = place() === last ? still + 1 : 0;
      last = place();
    }
  });
}

it.each([
  ["technician", "/history", "History", "Home", PHONE],
  ["administrator", "/detailed-logs", "Logs", "Home", PHONE],
  ["administrator", "/detailed-logs", "Logs", "Home", DESKTOP],
  ["administrator", "/contact-submissions", "Submissions", "Home", PHONE],
  ["administrator", "/admin?tab=users", "Team Members", "Voice", PHONE],
  ["administrator", "/admin?tab=users", "Team Members", "Voice Agent", DESKTOP],
  ["administrator", "/admin?tab=activity-logs", "Activity", "Voice Agent", DESKTOP],
  // The second of two tables.
  ["administrator", "/admin?tab=answers", "Golden set", "Voice Agent", DESKTOP],
] as const)(
  "brings %s on %s back to the same row by a reload and by back: %s",
  async (who, address, list, away, size) => {
    const path = new URL(address, stack.network.url).pathname;
    const page = await (await stack.browser(`${address} ${size.width}`)).newPage();
    await page.setViewportSize(size);
    await signInAs(page, stack.network.url, stack[who]);
    await page.goto(`${stack.network.url}${address}`);
    await page
      .getByRole(size === DESKTOP ? "table" : "list", { name: list, exact: true })
      .locator("[data-id]")
      .first()
      .waitFor();
    const scroll = () =>
      page.evaluate(() => {
        const area = document.querySelector("[data-area]");
        if ((area ?? document.documentElement).scrollTop > 0) return;
        area?.scrollTo({ top: 3500, behavior: "instant" });
        window.scrollTo({ top: area === null ? 3500 : 80, behavior: "instant" });
      });
    // Rows that were measured only now have moved: the noted place must be the one that is seen.
    let at: Awaited<ReturnType<typeof firstRow>> = null;
    const before = async () => {
      // Again while too few rows are there.
      await scroll();
      await untilAtRest(page);
      const first = await firstRow(page);
      at = first?.isNoted ? first : null;
      return at;
    };
    await expect.poll(before).not.toBeNull();

    const near = async () => {
      const now = await firstRow(page);
      return now?.id === at?.id ? Math.abs((now?.top ?? 0) - (at?.top ?? 0)) : null;
    };
    await page.reload();
    await expect.poll(near).toBeLessThanOrEqual(2);
    await untilAtRest(page);
    expect(await near()).toBeLessThanOrEqual(2);

    await page
      .getByRole("link", { name: away, exact: true })
      .locator("visible=true")
      .first()
      .click();
    await page.waitForURL((url) => url.pathname !== path);
    // The address changes before a page whose code is still being loaded.
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await page.goBack();
    await expect.poll(near).toBeLessThanOrEqual(2);
  },
);

it("opens another address of the page at its top, and by back the first one where it was", async () => {
  const page = await (await stack.browser("addresses")).newPage();
  await page.setViewportSize(DESKTOP);
  await signInAs(page, stack.network.url, stack.administrator);
  const open = async (tab: string, table: string) => {
    await page.goto(`${stack.network.url}/admin?tab=${tab}`);
    await page.getByRole("table", { name: table }).locator("[data-id]").first().waitFor();
  };
  await open("users", "Team Members");
  const scrolled = async () => {
    await page.evaluate(() => window.scrollTo({ top: 3500, behavior: "instant" }));
    await untilAtRest(page);
    return (await firstRow(page))?.isNoted;
  };
  await expect.poll(scrolled).toBe(true);
  const at = await firstRow(page);
  await open("activity-logs", "Activity");
  await untilAtRest(page);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect.poll(async () => (await firstRow(page))?.id).toBe(at?.id);
});
