// @module-tag rest

import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DESKTOP, PHONE, SCREENS, show } from "../support/e2e/screens.ts";
import { untilSettled } from "../support/e2e/settled.ts";
import { type Stack, startStack } from "../support/e2e/stack.ts";
import { ADMINISTRATION, NOWHERE, OPEN, OWN, type Pages, TOUR_MS } from "../support/e2e/tour.ts";
import { signInAs, syncStatus } from "../support/e2e/voice-pages.ts";

let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ withProvider: false });
});
afterAll(() => stack.stop());

const [darkPhone, , , lightDesktop] = SCREENS;

/** Opens a page on a new device and collects what the Content-Security-Policy blocks on it. */
async function watched(profile: string): Promise<{ page: Page; violations: string[] }> {
  const browser = await stack.browser(profile);
  const page = await browser.newPage();
  const violations: string[] = [];
  await page.exposeFunction("tellViolation", (violation: string) => {
    violations.push(violation);
  });
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      const { effectiveDirective, blockedURI, sample, sourceFile } = event;
      const place = `${location.pathname} ${event.target instanceof Element ? event.target.outerHTML : ""}`;
      const said = [effectiveDirective, blockedURI, sample, sourceFile, place].join(" ");
      Reflect.get(window, "tellViolation")(said.slice(0, 400));
    });
  });
  return { page, violations };
}

/**
 * Opens each of these pages, and each of their tabs, on a phone in the dark theme and on a desktop
 * in the light theme.
 */
async function tour(page: Page, pages: Pages): Promise<void> {
  for (const screen of [darkPhone, lightDesktop]) {
    if (screen === undefined) throw new Error("Four screens");
    await show(page, screen);
    for (const path of Object.keys(pages)) {
      const tabs = page.getByRole("tab");
      // A tab may lead to another page, which may still be loading: each starts from its own page.
      for (let place = 0, count = 1; place < count; place += 1) {
        await page.goto(`${stack.network.url}${path}`);
        await untilSettled(page);
        count = await tabs.count();
        if (count === 0) continue;
        await tabs.nth(place).click();
        await untilSettled(page);
      }
    }
  }
}

it("the test setup reports an inline style that violates the security policy", async () => {
  const { page, violations } = await watched("probe");
  await page.goto(stack.network.url);
  await page.evaluate(() => {
    const style = document.createElement("style");
    style.textContent = "p { color: red }";
    document.head.append(style);
    document.body.setAttribute("style", "color: red");
  });
  await expect.poll(() => violations.length).toBe(2);
  expect(violations.join("\n")).toContain("style-src-elem inline");
  expect(violations.join("\n")).toContain("style-src-attr inline");
});

it("no page of a visitor violates the security policy", { timeout: TOUR_MS }, async () => {
  const { page, violations } = await watched("visitor");
  await page.goto(stack.network.url);
  await tour(page, { ...OPEN, ...NOWHERE });
  expect(violations).toEqual([]);
});

it("no page of a technician, and no dialog over it, violates the security policy", {
  timeout: TOUR_MS,
}, async () => {
  const { page, violations } = await watched("technician");
  await signInAs(page, stack.network.url, stack.technician);
  await tour(page, OWN);
  await page.setViewportSize(PHONE);
  await page.goto(`${stack.network.url}/dashboard`);
  for (const opener of [
    syncStatus(page, "Everything sent"),
    page.getByRole("button", { name: "Menu" }),
  ]) {
    await opener.click();
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }
  expect(violations).toEqual([]);
});

it("no page of administrators, and no dialog over it, violates the security policy", {
  timeout: TOUR_MS,
}, async () => {
  for (const person of [stack.administrator, stack.superAdministrator]) {
    const { page, violations } = await watched(person);
    await signInAs(page, stack.network.url, person);
    await tour(page, ADMINISTRATION);
    await page.setViewportSize(DESKTOP);
    await page.goto(`${stack.network.url}/admin`);
    await page.getByRole("tab", { name: "Users" }).click();
    await page.getByRole("button", { name: "Add User" }).click();
    await page.getByRole("dialog").waitFor();
    expect(violations).toEqual([]);
  }
});
