// @module-tag rest

import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rest } from "../support/backend.ts";
import { alterDatabase } from "../support/e2e/alter-database.ts";
import { archive } from "../support/e2e/file-faults.ts";
import { holdRequests } from "../support/e2e/hold-requests.ts";
import { DESKTOP, PHONE } from "../support/e2e/screens.ts";
import { type Stack, startStack } from "../support/e2e/stack.ts";
import { signInAs } from "../support/e2e/voice-pages.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ withProvider: false, ownBackend: true });
  await alterDatabase(
    stack,
    `insert into public.companies (name) values ('Zenith Heating'), ('Quince Heating');
     ${archive("Cascade Climate Services", 8)}
     insert into public.vocabulary_terms (company_id, term)
       select c.id, 'HX-' || n from public.companies c, generate_series(100, 119) n
       where c.name = 'Cascade Climate Services';`,
  );
});
afterAll(() => stack.stop());

/** The name of the company that is managed. */
const chosenIn = (page: Page) =>
  page
    .getByLabel("Managing Company")
    .evaluate((select) => (select as HTMLSelectElement).selectedOptions[0]?.label);

it("brings back the same tab and company by a reload, by back and by a link", async () => {
  const page = await (await stack.browser()).newPage();
  await signInAs(page, stack.network.url, stack.superAdministrator);
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
  await signInAs(page, stack.network.url, stack.superAdministrator);
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

/** The lists with a search of their own: its field, a search that finds one row, and that row. */
const SEARCHED = [
  ["companies", "Search companies", "quince", "Quince Heating"],
  ["users", "Search by name or email", "taylor b", "Taylor Brooks"],
  ["knowledge-base", "Search documents by name", "archive 007", "Archive 007.pdf"],
  ["vocabulary", "Find a term", "hx-107", "HX-107"],
] as const;

it.each([
  ["phone", PHONE],
  ["desktop", DESKTOP],
] as const)("brings back the search of each list on a %s", async (name, size) => {
  const page = await (await stack.browser(`search ${name}`)).newPage();
  await page.setViewportSize(size);
  await signInAs(page, stack.network.url, stack.superAdministrator);
  for (const [tab, label, search, row] of SEARCHED) {
    const field = page.getByRole("searchbox", { name: label });
    const rows = page.locator("main [data-id]");
    const untilFound = async () => {
      await expect.poll(() => rows.count()).toBe(1);
      expect(await rows.textContent()).toContain(row);
      expect(await field.inputValue(), tab).toBe(search);
    };
    await page.goto(`${stack.network.url}/admin?tab=${tab}`);
    await field.fill(search);
    await untilFound();
    const words = new URLSearchParams({ search }).toString();
    await page.waitForURL((url) => url.search === `?tab=${tab}&${words}`);
    await page.reload();
    await untilFound();
    await page.getByRole("tab", { name: "AI Settings" }).click();
    await page.getByRole("heading", { name: "Prompts" }).waitFor();
    await page.goBack();
    await untilFound();
    // It goes with its tab, and an emptied field leaves the address.
    await field.fill("");
    await page.waitForURL((url) => url.search === `?tab=${tab}`);
    await expect.poll(() => rows.count()).toBeGreaterThan(1);
  }
});

it("says that there is no company yet, and why none can be chosen", async () => {
  await alterDatabase(stack, "delete from public.companies;");
  const page = await (await stack.browser("none")).newPage();
  await signInAs(page, stack.network.url, stack.superAdministrator);
  await expect.poll(() => chosenIn(page)).toBe("No company yet");
  await page.getByText("No companies yet", { exact: true }).waitFor();
  await page.getByRole("tab", { name: "Users" }).click();
  await page.getByText("No team members yet", { exact: true }).waitFor();
  await page.getByLabel("Managing Company").waitFor();
  const other = await (await stack.browser("failing")).newPage();
  stack.network.passage = (_, path) => (path.includes("company_overview") ? "lose-reply" : "pass");
  await signInAs(other, stack.network.url, stack.superAdministrator);
  await expect.poll(() => chosenIn(other), { timeout: 60_000 }).toMatch(/^Not /);
  stack.network.passage = () => "pass";
});
