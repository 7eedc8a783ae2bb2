// @module-tag rest

import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ChromiumProcess } from "../support/e2e/chromium.ts";
import { type Stack, startStack } from "../support/e2e/stack.ts";
import { signInAs } from "../support/e2e/voice-pages.ts";

let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ withProvider: false });
});
afterAll(() => stack.stop());

it("rains behind the page in the colour of the signed-in person's role", async () => {
  for (const email of [stack.technician, stack.administrator]) {
    const browser = await stack.browser(email, { rain: true });
    const page = await browser.newPage();
    await page.goto(`${stack.network.url}/auth`);
    // Before the sign-in the rain is green for everyone.
    expect(greenest(await rainColor(page))).toBe(true);
    await signInAs(page, stack.network.url, email);
    const own = email === stack.administrator ? yellow : greenest;
    await expect.poll(async () => own(await rainColor(page))).toBe(true);
    await closeQuiet(browser);
  }
});

it("moves, takes no click, and says nothing to a screen reader", async () => {
  const browser = await stack.browser("moves", { rain: true });
  const page = await browser.newPage();
  await page.goto(`${stack.network.url}/auth`);
  const first = await rainPixels(page);
  await expect.poll(async () => (await rainPixels(page)) === first).toBe(false);
  const canvas = page.locator("canvas");
  expect(await canvas.evaluate((element) => getComputedStyle(element).pointerEvents)).toBe("none");
  expect(await canvas.evaluate((element) => element.closest("[aria-hidden=true]") !== null)).toBe(
    true,
  );
  await closeQuiet(browser);
});

it("is switched off and on in the menu, and stays off after a reload", async () => {
  const browser = await stack.browser("switch", { rain: true });
  const page = await browser.newPage();
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInAs(page, stack.network.url, stack.technician);
  const toggle = page
    .getByRole("complementary")
    .getByRole("switch", { name: "Digital Rain", exact: true });
  await page.locator("canvas").waitFor();
  await toggle.uncheck();
  await page.locator("canvas").waitFor({ state: "detached" });
  expect(await page.evaluate(() => localStorage.getItem("showMatrixRain"))).toBe("false");

  await page.reload();
  await toggle.waitFor();
  expect(await toggle.isChecked()).toBe(false);
  // Waits until everything that starts when the page is idle has started.
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle, { timeout: 5000 })));
  expect(await page.locator("canvas").count()).toBe(0);

  await toggle.check();
  await page.locator("canvas").waitFor();
  expect(await page.evaluate(() => localStorage.getItem("showMatrixRain"))).toBe("true");
  await closeQuiet(browser);
});

interface Rgb {
  r: number;
  g: number;
  b: number;
}

function greenest({ r, g, b }: Rgb): boolean {
  return g > r && g > b;
}

/** Whether red and green are both strong and blue is weak. */
function yellow({ r, g, b }: Rgb): boolean {
  return r > g && b < 0.6 * g;
}

/** Waits until some pixels are lit. @returns their mean colour */
async function rainColor(page: Page): Promise<Rgb> {
  await page.locator("canvas").waitFor();
  const color = await page.waitForFunction(() => {
    const rain = document.querySelector("canvas");
    const copy = document.createElement("canvas").getContext("2d");
    if (rain === null || copy === null) return null;
    copy.canvas.width = 600;
    copy.canvas.height = 600;
    copy.drawImage(rain, 0, 0);
    const pixels = copy.getImageData(0, 0, 600, 600).data;
    const sum = { r: 0, g: 0, b: 0, lit: 0 };
    for (let at = 0; at < pixels.length; at += 4) {
      const alpha = (pixels[at + 3] ?? 0) / 255;
      sum.r += (pixels[at] ?? 0) * alpha;
      sum.g += (pixels[at + 1] ?? 0) * alpha;
      sum.b += (pixels[at + 2] ?? 0) * alpha;
      sum.lit += alpha;
    }
    return sum.lit < 10 ? null : { r: sum.r / sum.lit, g: sum.g / sum.lit, b: sum.b / sum.lit };
  });
  return (await color.jsonValue()) as Rgb;
}

/** All pixels of the rain, as a picture. */
async function rainPixels(page: Page): Promise<string> {
  await page.locator("canvas").waitFor();
  return page.evaluate(() => {
    const rain = document.querySelector("canvas");
    const copy = document.createElement("canvas");
    copy.width = 800;
    copy.height = 600;
    if (rain !== null) copy.getContext("2d")?.drawImage(rain, 0, 0);
    return copy.toDataURL();
  });
}

async function closeQuiet(browser: ChromiumProcess): Promise<void> {
  expect(browser.consoleTrouble).toEqual([]);
  await browser.close();
}
