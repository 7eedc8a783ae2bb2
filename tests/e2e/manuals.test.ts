// @module-tag rest

import type { Page } from "playwright";
import { beforeAll, expect, it } from "vitest";
import type { ChromiumProcess } from "../support/e2e/chromium.ts";
import { manualRow, stackForTests } from "../support/e2e/pages.ts";
import { PHONE } from "../support/e2e/screens.ts";
import { signInAs, untilInstalled } from "../support/e2e/voice-pages.ts";

/** The first heading of the manual, which its file name does not say. */
const NAME = "Northwind HP-240 heat pump: service manual";
const SENSOR = "With a line of 30 m the total charge comes to 2.15 kg.";

const stack = stackForTests({ withProvider: false });
let browser: ChromiumProcess;
let page: Page;

beforeAll(async () => {
  await openBrowser();
  await signInAs(page, stack.network.url, stack.technician);
  await untilInstalled(page);
});

async function openBrowser(): Promise<void> {
  browser = await stack.browser();
  page = await browser.newPage();
  await page.setViewportSize(PHONE);
}

const button = (name: string) => page.getByRole("button", { name, exact: true });
const row = () => manualRow(page, NAME);

async function openManuals(): Promise<void> {
  await page.goto(`${stack.network.url}/label-agent`);
  await button("Manuals").click();
  await row().waitFor();
}

it("opens a manual with no network, after a restart, at the passage that a search has found", async () => {
  await openManuals();
  await page.getByRole("button", { name: /^Download all \([\d.]+ kB\)$/ }).click();
  await expect.poll(() => page.getByText("On this device", { exact: true }).count()).toBe(4);
  stack.network.cut();
  await browser.close();
  await openBrowser();
  await openManuals();
  const box = page.getByRole("searchbox", { name: "Search the manuals on this device" });
  await box.fill("leak sensor LS-32, connector CN9");
  const result = page
    .getByRole("list", { name: "Passages" })
    .getByRole("button")
    .filter({ hasText: NAME })
    .first();
  await result.locator("mark", { hasText: "LS-32" }).first().waitFor();
  await result.click();

  const reader = page.getByRole("dialog", { name: NAME });
  await reader.locator("mark").first().waitFor();
  expect(await reader.getByRole("textbox", { name: "Page", exact: true }).inputValue()).toBe("3");
  await expect.poll(() => inkOn(page)).toBeGreaterThan(0.005);
  const marked = (await reader.locator("mark").allTextContents()).join("");
  expect(marked.replaceAll(/\s+/g, "")).toContain(SENSOR.replaceAll(/[\s.]+/g, "").slice(0, 30));

  // After zooming by button and by keyboard the passage stays at its place.
  const before = await markPlace(page);
  await reader.getByRole("button", { name: "Zoom in" }).click();
  await expect.poll(async () => (await markPlace(page)).zoom).toBeCloseTo(1.25, 2);
  await reader.getByRole("region", { name: "Page 3" }).press("+");
  await expect.poll(async () => (await markPlace(page)).zoom).toBeCloseTo(1.5, 2);
  const zoomed = await markPlace(page);
  expect(zoomed.page).toBe("3");
  expect(zoomed.onPage[0]).toBeCloseTo(before.onPage[0] ?? 0, 2);
  expect(zoomed.onPage[1]).toBeCloseTo(before.onPage[1] ?? 0, 2);
  expect(Math.abs(zoomed.middle - before.middle)).toBeLessThan(40);
  await page.keyboard.press("-");
  await page.keyboard.press("-");
  await expect.poll(async () => (await markPlace(page)).zoom).toBeCloseTo(1, 2);

  await reader.getByRole("button", { name: "Next page" }).click();
  await reader
    .getByRole("region", { name: "Page 4" })
    .getByText("3.", { exact: false })
    .first()
    .waitFor({ state: "attached" });
  await expect.poll(() => reader.locator("mark").count()).toBe(0);
  await reader.getByRole("button", { name: "Find in this document" }).click();
  await reader.getByRole("searchbox").fill("ten full minutes");
  await reader.getByRole("list", { name: "Found" }).getByRole("button").first().click();
  await reader.locator("mark").first().waitFor();
  expect(await reader.getByRole("textbox", { name: "Page", exact: true }).inputValue()).toBe("1");

  await page.goBack();
  await reader.waitFor({ state: "detached" });
  await expect.poll(() => result.evaluate((each) => each === document.activeElement)).toBe(true);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Manuals" }).waitFor({ state: "detached" });
  expect(new URL(page.url()).pathname).toBe("/label-agent");
});

it("downloads a manual in the reader, and shows it at the passage as a page, as text and turned", async () => {
  stack.network.restore();
  await openManuals();
  await row().getByRole("button", { name: "Remove" }).click();
  const box = page.getByRole("searchbox", { name: "Search the manuals on this device" });
  await box.fill("leak sensor LS-32, connector CN9");
  const result = page.getByRole("list", { name: "Passages" }).getByRole("button").first();
  await result.getByText(/^Northwind HP-240 heat pump: service manual · \d.+ · p\. 3$/).waitFor();
  await result.click();
  const reader = page.getByRole("dialog", { name: NAME });
  const text = reader.getByRole("region", { name: "Text" });
  await text.locator("mark").first().waitFor();
  expect(await reader.getByRole("group", { name: "Show as" }).count()).toBe(0);

  stack.network.passage = (_, address) =>
    address.startsWith("/storage/v1/object/") ? "stall" : "pass";
  await reader.getByRole("button", { name: "Download" }).click();
  await reader.getByText(/^Downloading… \d+%$/).waitFor();
  stack.network.cut();
  stack.network.passage = () => "pass";
  stack.network.restore();
  await reader.getByRole("region", { name: "Page 3" }).waitFor();

  // The lines of the passage fill the screen.
  await expect.poll(() => markShare(page)).toBeGreaterThan(0.85);
  await page.setViewportSize({ width: PHONE.height, height: PHONE.width });
  await expect.poll(async () => (await markPlace(page)).zoom).toBeCloseTo(1, 2);
  await expect.poll(() => markShare(page)).toBeGreaterThan(0.5);
  await page.setViewportSize(PHONE);
  await expect.poll(() => markShare(page)).toBeGreaterThan(0.85);

  await reader.getByRole("button", { name: "Text", exact: true }).click();
  await text.waitFor();
  await expect.poll(() => markShare(page)).toBeGreaterThan(0.5);
  await page.setViewportSize({ width: PHONE.height, height: PHONE.width });
  await expect
    .poll(() => text.evaluate((each) => (each as HTMLElement).offsetWidth))
    // Where a scroll bar takes room, the text has a little less.
    .toBeGreaterThan(PHONE.height - 20);
  await expect.poll(() => markShare(page)).toBeGreaterThan(0.5);
  await page.setViewportSize(PHONE);
  await reader.getByRole("button", { name: "Page", exact: true }).click();
  await reader.getByRole("region", { name: "Page 3" }).waitFor();
});

/** The width of the marked lines in view as a share of the visible area's; 0 if none is in view. */
function markShare(tab: Page): Promise<number> {
  return tab.evaluate(() => {
    const view = document.querySelector('[role="dialog"] section[tabindex]');
    const area = view?.getBoundingClientRect() ?? new DOMRect();
    const lines = [...(view?.querySelectorAll("mark") ?? [])]
      .flatMap((mark) => [...mark.getClientRects()])
      .filter(({ top, bottom }) => top >= area.top && bottom <= area.bottom)
      .filter(({ left, right }) => left >= area.left - 1 && right <= area.right + 1);
    if (lines.length === 0) return 0;
    const [left, right] = [lines.map((line) => line.left), lines.map((line) => line.right)];
    return (Math.max(...right) - Math.min(...left)) / area.width;
  });
}

/** The share of the shown page that is drawn on, from 0 to 1. */
function inkOn(tab: Page): Promise<number> {
  return tab.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('[role="dialog"] section canvas');
    const context = canvas?.getContext("2d");
    if (!canvas || !context) return 0;
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    let dark = 0;
    for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 128) dark += 1;
    return dark / (data.length / 4);
  });
}

/**
 * Where the marked passage is: on its page as fractions from 0 to 1, and in the visible area by its
 * middle in pixels. With the page's number, and its width as a part of the screen's.
 */
function markPlace(tab: Page) {
  return tab.evaluate(() => {
    const section = document.querySelector('[role="dialog"] section');
    const page = section?.querySelector("canvas")?.getBoundingClientRect() ?? new DOMRect();
    const mark = section?.querySelector("mark")?.getBoundingClientRect() ?? new DOMRect();
    return {
      page: document.querySelector<HTMLInputElement>('input[aria-label="Page"]')?.value,
      zoom: page.width / (section?.clientWidth ?? 1),
      onPage: [(mark.x - page.x) / page.width, (mark.y - page.y) / page.height],
      middle: mark.y + mark.height / 2,
    };
  });
}
