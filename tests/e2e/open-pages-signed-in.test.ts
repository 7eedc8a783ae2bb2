// @module-tag rest

import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DESKTOP } from "../support/e2e/screens.ts";
import { type Stack, startStack } from "../support/e2e/stack.ts";
import { signInAs, syncStatus } from "../support/e2e/voice-pages.ts";

let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ withProvider: false });
});
afterAll(() => stack.stop());

const footerLink = (page: Page, name: string) =>
  page.getByRole("contentinfo").getByRole("link", { name, exact: true });

it("a signed-in person stays in the signed-in layout: start page, public pages, logout", async () => {
  const browser = await stack.browser();
  const page = await browser.newPage();
  await page.setViewportSize(DESKTOP);
  await signInAs(page, stack.network.url, stack.technician);
  await page.goto(`${stack.network.url}/`);
  await page.waitForURL("**/dashboard");
  await syncStatus(page, "Everything sent").waitFor();

  // The header stays the same element, so the layout is not mounted again and sending goes on.
  const surroundings = await page.getByRole("banner").elementHandle();
  for (const [name, title] of [
    ["Terms", "Terms of Service"],
    ["Privacy", "Privacy Policy"],
    ["Support", "Support"],
  ] as const) {
    await footerLink(page, name).click();
    await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
  }
  await page.getByRole("main").getByRole("link", { name: "Settings", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Settings", exact: true }).waitFor();
  expect(await surroundings?.evaluate((element) => element.isConnected)).toBe(true);
  await syncStatus(page, "Everything sent").waitFor();

  const footer = page.getByRole("contentinfo");
  await footer.getByRole("switch", { name: "Dark theme", exact: true }).click();
  await page.locator("html.light").waitFor();

  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL("**/auth");
  expect(browser.consoleTrouble).toEqual([]);
});
