// @module-tag rest

import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rest } from "../support/backend.ts";
import { holdRequests } from "../support/e2e/hold-requests.ts";
import { PHONE } from "../support/e2e/screens.ts";
import { type Stack, startStack } from "../support/e2e/stack.ts";
import { signInAs } from "../support/e2e/voice-pages.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ withProvider: false });
  await rest(stack.backend, "service", "POST", "companies", { name: "Zenith Heating" });
});
afterAll(() => stack.stop());

/** The name of the company that is managed. */
const chosenIn = (page: Page) =>
  page
    .getByLabel("Managing Company")
    .evaluate((select) => (select as HTMLSelectElement).selectedOptions[0]?.label);

it("brings back the same tab and company by a reload, by back and by a link", async () => {
  const page = await (await stack.browser()).newPage();
  await signInAs(page, stack.network.url, "super@demo.example");
  await page.goto(`${stack.network.url}/admin`);
  const company = page.getByLabel("Managing Company");
  const chosen = () => chosenIn(page);
  const untilOpen = (name: string) => page.getByRole("tab", { name, selected: true }).waitFor();
  await untilOpen("Companies");
  await page.getByRole("tab", { name: "Users" }).click();
  await company.selectOption({ label: "Zenith Heating" });
  await page.waitForURL(/\/admin\?tab=users&company=[\w-]{36}$/);
  const link = page.url();
  await page.reload();
  await untilOpen("Users");
  await expect.poll(chosen).toBe("Zenith Heating");
  await page.getByRole("tab", { name: "Knowledge Base" }).click();
  await untilOpen("Knowledge Base");
  await page.goBack();
  await untilOpen("Users");
  await expect.poll(chosen).toBe("Zenith Heating");

  await rest(stack.backend, "service", "DELETE", "companies?name=eq.Zenith Heating");
  await page.goto(link);
  await untilOpen("Users");
  await expect.poll(chosen).toBe("Cascade Climate Services");
  await page.waitForURL(/\/admin\?tab=users$/);
});

it("opens a company that this device has not heard of, with its tab in view", async () => {
  const page = await (await stack.browser("phone")).newPage();
  await page.setViewportSize(PHONE);
  await signInAs(page, stack.network.url, "super@demo.example");
  await page.getByLabel("Managing Company").waitFor();
  await expect.poll(() => chosenIn(page)).toBe("Cascade Climate Services");
  // An answer that is still on its way would tell this device about the company.
  await page.goto("about:blank");
  const id = crypto.randomUUID();
  const added = await rest(stack.backend, "service", "POST", "companies", { id, name: "Yonder" });
  expect(added.status).toBe(201);
  const address = `/admin?tab=ai-settings&company=${id}`;
  const answer = await holdRequests(page.context(), "**/rest/v1/compan*");
  await page.goto(`${stack.network.url}${address}`);
  await expect.poll(() => chosenIn(page)).toBe("Loading...");
  answer();
  await expect.poll(() => chosenIn(page)).toBe("Yonder");
  expect(page.url().endsWith(address)).toBe(true);
  const { x, width } = (await page.getByRole("tab", { selected: true }).boundingBox()) ?? {
    ...{ x: -1, width: 0 },
  };
  expect(x).toBeGreaterThanOrEqual(0);
  expect(x + width).toBeLessThanOrEqual(PHONE.width);
});
