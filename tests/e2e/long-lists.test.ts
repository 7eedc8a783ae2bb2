// @module-tag rest
// @module-tag long

import type { Page } from "playwright";
import { beforeAll, expect, it } from "vitest";
import { fullStackForTests } from "../support/e2e/full-lists.ts";
import { signedIn } from "../support/e2e/pages.ts";
import { DESKTOP, PHONE } from "../support/e2e/screens.ts";
import { untilSettled } from "../support/e2e/settled.ts";
import { signInAs } from "../support/e2e/voice-pages.ts";

/** A list, what it is sorted by, and what its first and last row show then. */
const LISTS = [
  { address: "/admin?tab=users", label: "Team Members", by: "Name", ends: ["AAA", "Zz"] },
  // The second of two lists.
  { address: "/admin?tab=companies", label: "Without a company", by: "Name", ends: ["AAA", "Zz"] },
  { address: "/admin?tab=activity-logs", label: "Activity", by: "Question", ends: ["AAA", "Zz"] },
  { address: "/detailed-logs", label: "Logs", by: "User email", ends: ["aaa@", "zz@"] },
] as const;

const stack = fullStackForTests();
let page: Page;

beforeAll(async () => {
  page = await (await stack.browser()).newPage();
  await page.setViewportSize(DESKTOP);
  page.setDefaultTimeout(30_000);
  await signInAs(page, stack.network.url, stack.superAdministrator);
});

const rows = (name: string) => page.getByRole("list", { name, exact: true }).getByRole("listitem");
const first = (name: string) => rows(name).and(page.locator("[data-index='0']"));
/** The page with people without a company has two lists. */
const sortField = (name: string) =>
  page.getByLabel(name === "Without a company" ? "Sort people by" : "Sort by", { exact: true });

function addressOf(path: string): string {
  const url = new URL(path, stack.network.url);
  if (url.pathname === "/admin") url.searchParams.set("company", stack.company.id);
  return url.href;
}

async function open({ address, label }: { address: string; label: string }): Promise<void> {
  await page.goto(addressOf(address));
  await rows(label).first().waitFor();
  // Rows above it are measured as they come into view, and an earlier visit's place is brought back.
  await first(label).scrollIntoViewIfNeeded();
  await untilSettled(page);
}

it.each(LISTS)("sorts $label, and keeps the order over a reload", async (list) => {
  await open(list);
  const [least, most] = list.ends;
  await sortField(list.label).selectOption({ label: list.by });
  await first(list.label).filter({ hasText: least }).waitFor();
  await page.getByRole("button", { name: "Reverse the order" }).focus();
  await page.keyboard.press("Enter");
  await first(list.label).filter({ hasText: most }).waitFor();
  await page.waitForURL(/[?&]sort=-[\w-]+(&|$)/);
  await page.reload();
  await first(list.label).filter({ hasText: most }).waitFor();
  // Of a long list, only the rows near the screen are in the document.
  expect(await rows(list.label).count()).toBeLessThan(80);
  await sortField(list.label).selectOption({ index: 0 });
  await expect.poll(() => new URL(page.url()).searchParams.has("sort")).toBe(false);
});

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

/** Waits until nothing has scrolled for so many frames that the page is sure of its place. */
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
  ["technician", "/history", "History", PHONE],
  ["administrator", "/admin?tab=users", "Team Members", DESKTOP],
  // The rows scroll in their own area.
  ["administrator", "/detailed-logs", "Logs", DESKTOP],
  ["administrator", "/admin?tab=golden-set", "Golden set", DESKTOP],
] as const)(
  "brings the %s on %s back to the same row of %s by a reload and by back",
  async (who, address, list, size) => {
    const path = new URL(address, stack.network.url).pathname;
    const page = await signedIn(stack, stack[who], {
      device: `${address} ${size.width}`,
      size: size,
    });
    await page.goto(`${stack.network.url}${address}`);
    await page
      .getByRole("list", { name: list, exact: true })
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
      .getByRole("link", { name: size === DESKTOP ? "Voice Agent" : "Home", exact: true })
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
