// @module-tag rest

import { afterAll, beforeAll, expect, it } from "vitest";
import { rest } from "../support/backend.ts";
import { type Stack, startStack } from "../support/e2e/stack.ts";
import { signInAs } from "../support/e2e/voice-pages.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ withProvider: false });
  await rest(stack.backend, "service", "POST", "companies", { name: "Zenith Heating" });
});
afterAll(() => stack.stop());

it("brings back the same tab and company by a reload, by back and by a link", async () => {
  const page = await (await stack.browser()).newPage();
  await signInAs(page, stack.network.url, "super@demo.example");
  await page.goto(`${stack.network.url}/admin`);
  const company = page.getByLabel("Managing Company");
  const chosen = () =>
    company.evaluate((select) => (select as HTMLSelectElement).selectedOptions[0]?.label);
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
