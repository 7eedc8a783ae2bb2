// @module-tag rest

import type { Locator, Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rest } from "../support/backend.ts";
import { axeTrouble } from "../support/e2e/axe.ts";
import { openRow } from "../support/e2e/rows.ts";
import { SCREENS, show, TABLET } from "../support/e2e/screens.ts";
import { type Stack, startStack } from "../support/e2e/stack.ts";
import { labelOf } from "../support/e2e/tour.ts";
import { signInAs } from "../support/e2e/voice-pages.ts";

const FIRST_ZENITH = "11111111-0000-4000-8000-000000000001";
const SECOND_ZENITH = "22222222-0000-4000-8000-000000000002";

let stack: Stack;
let page: Page;
beforeAll(async () => {
  stack = await startStack({ withProvider: false });
  await rest(stack.backend, "service", "POST", "companies", [
    { id: FIRST_ZENITH, name: "Zenith" },
    { id: SECOND_ZENITH, name: "Zenith" },
    ...Array.from({ length: 20 }, (_, place) => ({
      ...{ id: crypto.randomUUID(), name: `Company ${place}` },
    })),
  ]);
  await rest(stack.backend, "service", "PATCH", `profiles?email=eq.${stack.technician}`, {
    company_id: null,
  });
  page = await (await stack.browser()).newPage();
  await page.setViewportSize(TABLET);
  await signInAs(page, stack.network.url, stack.superAdministrator);
  await page.goto(`${stack.network.url}/admin`);
});
afterAll(() => stack.stop());

const rows = () => page.getByRole("list", { name: "Companies" }).getByRole("listitem");

it("finds a company, and opens the one of two that have the same name", async () => {
  await rows().nth(22).waitFor();
  const box = page.getByRole("searchbox", { name: "Search companies" });
  await box.fill("zen");
  await expect.poll(() => rows().count()).toBe(2);
  await rows().filter({ hasText: "ID 22222222" }).getByRole("link", { name: "Manage" }).click();
  await page.waitForURL(`**/admin?tab=users&company=${SECOND_ZENITH}`);
  await page.getByRole("tab", { name: "Users", selected: true }).waitFor();
  const company = page.getByLabel("Managing Company");
  await expect
    .poll(() => company.locator("option:checked").textContent())
    .toBe("Zenith (22222222)");
  await page.getByRole("tab", { name: "Companies" }).click();
  await box.fill("zebra");
  await page.getByText("No company has this name").waitFor();
  await box.fill("");
  // They would push away what the next test looks at.
  await rows().nth(22).waitFor();
});

/** Types a search and clicks a link whose page is not drawn yet when the time ends after which the address follows. */
async function searchAndClick(link: Locator): Promise<void> {
  await page.evaluate(() => {
    const later = window.setTimeout.bind(window);
    const hold = (work: () => void, ms?: number) => {
      if (ms !== 300) return later(work, ms);
      Reflect.set(window, "held", work);
      return 0;
    };
    Reflect.set(window, "setTimeout", hold);
  });
  await page.getByRole("searchbox", { name: "Search companies" }).fill("zen");
  await link.evaluate(async (element: HTMLElement) => {
    element.click();
    // The router has gone on, and React has not drawn the page.
    for (let step = 0; step < 50; step += 1) await null;
    (Reflect.get(window, "held") as () => void)();
  });
}

it("follows a link that is clicked before the address has the search", async () => {
  const second = rows().filter({ hasText: "ID 22222222" });
  await searchAndClick(second.getByRole("link", { name: "Manage" }));
  await page.waitForURL(`**/admin?tab=users&company=${SECOND_ZENITH}`);
  await page.getByRole("tab", { name: "Users", selected: true }).waitFor();
  await page.goto(`${stack.network.url}/admin`);
  await rows().nth(22).waitFor();
  await searchAndClick(page.locator('a[href="/settings"]').first());
  await page.waitForURL("**/settings");
  await page.goto(`${stack.network.url}/admin`);
  await rows().nth(22).waitFor();
});

it("leads to the people without a company", async () => {
  await page.getByRole("button", { name: "1 person has no company" }).click();
  const heading = page.getByRole("heading", { name: "Without a company" });
  await expect
    .poll(() => heading.evaluate((element) => element === document.activeElement))
    .toBe(true);
  const { bottom } = await heading.evaluate((element) => element.getBoundingClientRect());
  expect(bottom).toBeLessThanOrEqual(await page.evaluate(() => innerHeight));
});

it("is accessible on every screen", async () => {
  for (const screen of SCREENS) {
    await show(page, screen);
    await page.goto(`${stack.network.url}/admin`);
    // A wide screen renders the first rows only: this one stands there.
    await openRow(page, "Companies", "Company 0");
    if (process.env.SCREENSHOTS) {
      const name = `many-companies-${labelOf(screen)}.png`;
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/${name}` });
    }
    expect(await axeTrouble(page), labelOf(screen)).toEqual([]);
  }
});
