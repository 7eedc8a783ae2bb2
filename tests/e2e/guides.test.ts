// @module-tag rest

import type { Page } from "playwright";
import { expect, it } from "vitest";
import { signedIn, stackForTests } from "../support/e2e/pages.ts";
import { PHONE } from "../support/e2e/screens.ts";

const SUPPORT_EMAIL = "help@cascade.example";
const GUIDES = {
  "Getting Started Guide": "getting-started",
  "Agent User Guides": "agent-guides",
  "Admin Dashboard Tutorial": "admin-dashboard",
  "Knowledge Base Management": "knowledge-base",
};

const stack = stackForTests({ withProvider: false, env: { SUPPORT_EMAIL } });

const heading = (page: Page, name: string) =>
  page.getByRole("heading", { level: 1, name, exact: true });

/** Presses the View button of a guide in the list of the support page. */
async function view(page: Page, title: string): Promise<void> {
  const entry = page
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: title }) });
  await entry.getByRole("button", { name: "View", exact: true }).click();
  await heading(page, title).waitFor();
}

it("a visitor opens each guide from its View button, and comes back to the list", async () => {
  const browser = await stack.browser("visitor");
  const page = await browser.newPage();
  await page.goto(`${stack.network.url}/support`);
  for (const [title, id] of Object.entries(GUIDES)) {
    await view(page, title);
    expect(page.url()).toBe(`${stack.network.url}/support?guide=${id}`);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    expect(await page.getByRole("main").getByRole("listitem").count()).toBeGreaterThan(5);
    await page.goBack();
    await heading(page, "Support").waitFor();
  }
  await page.goto(`${stack.network.url}/support?guide=agent-guides`);
  await heading(page, "Agent User Guides").waitFor();
  await page.getByRole("link", { name: "All guides", exact: true }).click();
  await heading(page, "Support").waitFor();
  expect(browser.consoleTrouble).toEqual([]);
  await browser.close();
});

it("Send Email opens the mail app with the address of the deployment", async () => {
  const browser = await stack.browser("writer");
  const page = await browser.newPage();
  await page.goto(`${stack.network.url}/support`);
  await page.getByText(SUPPORT_EMAIL, { exact: true }).waitFor();
  const opened = await page.evaluateHandle(() => {
    // Of the browser, but not yet of TypeScript's types for it.
    const { navigation } = window as unknown as { navigation: EventTarget };
    const target = new Promise<string>((resolve) => {
      navigation.addEventListener("navigate", (event) => {
        resolve((event as unknown as { destination: { url: string } }).destination.url);
      });
    });
    return { target };
  });
  await page.getByRole("button", { name: "Send Email", exact: true }).click();
  expect(await opened.evaluate(({ target }) => target)).toBe(
    `mailto:${SUPPORT_EMAIL}?subject=Field%20Agents%20support`,
  );
  await browser.close();
});

it("the guides are whole without a network for somebody who never opened them", async () => {
  const page = await signedIn(stack, stack.technician, {
    device: "technician",
    size: PHONE,
    isInstalled: true,
  });
  const browser = stack.browserOf(page);
  await page.reload();
  await page.waitForFunction(async () => {
    const cache = await caches.open("late-code");
    const kept = await cache.keys();
    return kept.filter(({ url }) => url.endsWith(".webp")).length === 8;
  });
  stack.network.cut();
  for (const [title, id] of Object.entries(GUIDES)) {
    await page.goto(`${stack.network.url}/support?guide=${id}`);
    await heading(page, title).waitFor();
    for (const picture of await page.getByRole("main").getByRole("img").all()) {
      // Repeated, because the app takes the place of the drawn page and begins at the top.
      await expect
        .poll(async () => {
          await picture.scrollIntoViewIfNeeded();
          return picture.evaluate((image: HTMLImageElement) => image.naturalWidth);
        })
        .toBeGreaterThan(0);
    }
  }
  stack.network.restore();
  await browser.close();
});
