// @module-tag rest

import type { Page } from "playwright";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Deployment, deploy } from "../support/e2e/deployment.ts";
import { lookAgain, manualRow, signedIn, stackForTests } from "../support/e2e/pages.ts";
import { syncStatus, untilTimer } from "../support/e2e/voice-pages.ts";

const stack = stackForTests();
let deployment: Deployment;

beforeEach(async () => {
  deployment = await deploy(stack.backend.url);
});
afterEach(() => deployment.close());

const prompt = (page: Page) =>
  page.getByRole("status").filter({ hasText: "A new version is ready." });
const updateButton = (page: Page) => prompt(page).getByRole("button", { name: "Update" });

/**
 * From now on there is a newer release. A check for updates that is under way would not find it, and
 * the next check would join that one: so it is awaited first.
 */
async function release(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
  });
  deployment.release();
}

/** Taps Update once, and waits until the tab has reloaded. */
async function update(page: Page): Promise<void> {
  const loaded = page.waitForEvent("load");
  await updateButton(page).click();
  await loaded;
}

function countLoads(page: Page): () => number {
  let loads = 0;
  page.on("load", () => {
    loads += 1;
  });
  return () => loads;
}

const signedInTab = (device: string) =>
  signedIn(stack, stack.technician, { device, origin: deployment.url, isInstalled: true });

it("installs an update only when the person asks, in each tab separately", async () => {
  const asking = await signedInTab("asks");
  const other = await asking.context().newPage();
  await other.goto(`${deployment.url}/history`);
  const loads = [countLoads(asking), countLoads(other)];
  const firstWorker = await asking.evaluateHandle(() => navigator.serviceWorker.controller);

  await release(asking);
  await lookAgain(asking);
  await prompt(asking).waitFor();
  await prompt(other).waitFor();
  expect(await firstWorker.evaluate((worker) => worker?.state)).toBe("activated");
  expect(loads.map((count) => count())).toEqual([0, 0]);

  await update(asking);
  await asking.getByRole("heading", { level: 1, name: "Home" }).waitFor();
  expect(await prompt(asking).count()).toBe(0);
  // The other tab goes on unchanged until its own person asks.
  expect(loads.map((count) => count())).toEqual([1, 0]);
  await update(other);
  await other.getByRole("heading", { level: 1, name: "Your Agent History" }).waitFor();
  expect(await prompt(other).count()).toBe(0);
});

it("lets the person put an update off until the next load", async () => {
  const page = await signedInTab("puts-off");
  await release(page);
  await lookAgain(page);
  await prompt(page).getByRole("button", { name: "Later" }).click();
  await prompt(page).waitFor({ state: "detached" });
  await page.reload();
  await prompt(page).waitFor();
});

it("never interrupts a recording or a send, in any tab", async () => {
  stack.provider.respondWith({ to: "transcription", do: "hold" });
  const asking = await signedInTab("records");
  const recording = await asking.context().newPage();
  await recording.goto(`${deployment.url}/voice-agent`);
  const loads = countLoads(recording);
  await recording.getByRole("button", { name: "Start recording" }).click();
  await untilTimer(recording, 1);

  await release(asking);
  await lookAgain(asking);
  await prompt(asking).getByText("A recording is in progress.").waitFor();
  expect(await updateButton(asking).isDisabled()).toBe(true);

  await recording.getByRole("button", { name: "Stop recording" }).click();
  await stack.provider.called(1, "transcription");
  await prompt(asking).getByText("Something is being sent.").waitFor();
  const updated = asking.waitForEvent("load");
  await updateButton(asking).click();
  await expect.poll(() => updateButton(asking).getAttribute("data-loading")).toBe("true");

  stack.provider.release();
  await updated;
  await syncStatus(asking, "Everything sent").waitFor();
  await asking.getByRole("heading", { level: 1, name: "Home" }).waitFor();
  expect(loads()).toBe(0);
  expect(await stack.rows("agent_logs")).toHaveLength(1);
});

it("opens a downloaded PDF after the update, with no network since before the new version took over", async () => {
  const name = "Northwind HP-240 heat pump: service manual";
  const page = await signedInTab("reads");
  // By a link: a page that has just been loaded may not look for updates yet.
  await page.getByRole("link", { name: "Label Agent" }).first().click();
  const manuals = page.getByRole("button", { name: "Manuals", exact: true });
  await manuals.click();
  await manualRow(page, name).getByRole("button", { name: "Download" }).click();
  await manualRow(page, name).getByText("On this device", { exact: true }).waitFor();
  await page.keyboard.press("Escape");

  await release(page);
  await lookAgain(page);
  await prompt(page).waitFor();
  await deployment.close();
  await update(page);
  await manuals.click();
  await page.getByRole("button", { name, exact: true }).click();
  const reader = page.getByRole("dialog", { name });
  await reader.getByRole("textbox", { name: "Page", exact: true }).fill("3");
  await page.keyboard.press("Enter");
  await reader.getByRole("region", { name: "Page 3" }).getByText("3.1 How it works").waitFor();
  expect(await reader.locator("canvas").count()).toBe(1);
});
