// @module-tag rest

import type { Page } from "playwright";
import { beforeEach, expect, it } from "vitest";
import {
  addKestrelManual,
  ask,
  MANUAL_TITLE,
  questionBox,
  untilManualOnDevice,
} from "../support/e2e/chat-pages.ts";
import { signedIn, stackForEachTest } from "../support/e2e/pages.ts";
import { PHONE } from "../support/e2e/screens.ts";

const PATIENCE = { timeout: 60_000 };

const stack = stackForEachTest({ withProvider: false });
let page: Page;

beforeEach(async () => {
  await addKestrelManual(stack);
  page = await signedIn(stack, stack.technician, { size: PHONE, isInstalled: true });
});

it("corrects words without a network, in a waiting question and in the manuals", async () => {
  await page.goto(`${stack.network.url}/label-agent`);
  await questionBox(page).waitFor();
  await untilManualOnDevice(page, await stack.userId(stack.technician));
  stack.network.cut();
  await ask(page, "What does the condesate swicth do?");
  const passages = page.getByRole("group", { name: /^From the manuals on this device/ });
  await passages.getByText("Showing results for condensate, switch").waitFor(PATIENCE);
  await passages.getByRole("button", { name: `${MANUAL_TITLE} · p. 2`, exact: true }).waitFor();
  await passages.getByRole("button", { name: /^Search instead for “condesate”/ }).click();
  await passages.getByText("Nothing about this was found on this device.").waitFor();

  await page.getByRole("button", { name: "Manuals", exact: true }).click();
  const box = page.getByRole("searchbox", { name: "Search the manuals on this device" });
  await box.fill("kestrle cabinet");
  await page.getByText("Showing results for kestrel").waitFor(PATIENCE);
  const found = page.getByRole("list", { name: "Passages" }).getByRole("button");
  await found
    .filter({ hasText: MANUAL_TITLE })
    .first()
    .locator("mark", { hasText: "Kestrel" })
    .waitFor();
  await box.fill("condesate");
  await page.getByText("Showing results for condensate").waitFor();
  await page.getByRole("button", { name: "Search instead for “condesate”" }).click();
  await page.getByText("Nothing was found in the manuals on this device.").waitFor();
  expect(await box.inputValue()).toBe('"condesate"');
  expect(await box.evaluate((element) => element === document.activeElement)).toBe(true);
});
