// @module-tag rest

import { expect, it } from "vitest";
import { stackForEachTest } from "../support/e2e/pages.ts";
import { PHONE } from "../support/e2e/screens.ts";
import { untilSettled } from "../support/e2e/settled.ts";
import { recordNote, signInAs, untilInstalled } from "../support/e2e/voice-pages.ts";

const stack = stackForEachTest({ withProvider: false });

it("is offered on the Voice page after the first note, and refused for good", async () => {
  const browser = await stack.browser();
  /** Addresses of other origins that the browser asked for anything. */
  const elsewhere: string[] = [];
  browser.context.on("request", (request) => {
    if (!request.url().startsWith(`${stack.network.url}/`)) elsewhere.push(request.url());
  });
  const page = await browser.newPage();
  await page.setViewportSize(PHONE);
  await signInAs(page, stack.network.url, stack.technician);
  await untilInstalled(page);
  await page.goto(`${stack.network.url}/voice-agent`);
  const offer = page.getByRole("region", { name: "Understand speech without a signal" });
  await page.getByRole("heading", { name: "How it works" }).waitFor();
  await untilSettled(page);
  expect(await offer.count()).toBe(0);
  await recordNote(page, 1);
  await offer.getByRole("button", { name: /^Download better/ }).waitFor();
  await offer.getByRole("button", { name: "Not now" }).click();
  await offer.waitFor({ state: "detached" });
  await page.reload();
  await page.getByRole("heading", { name: "How it works" }).waitFor();
  await untilSettled(page);
  expect(await offer.count()).toBe(0);
  expect(elsewhere).toEqual([]);
});
