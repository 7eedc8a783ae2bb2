// @module-tag rest

import { expect, it } from "vitest";
import { signedIn, stackForTests } from "../support/e2e/pages.ts";
import { syncStatus } from "../support/e2e/voice-pages.ts";

const stack = stackForTests();

it("keeps a sample while the signal is switched off, and sends it when it is on again", async () => {
  const page = await signedIn(stack, stack.technician, { device: "try-it" });
  const noSignal = page.getByRole("switch", { name: "No signal" });
  await noSignal.click();
  const bar = page.getByText("No signal (switched off by you)");
  await bar.waitFor();
  await page.getByRole("button", { name: "Send a sample recording" }).click();
  await page.waitForURL("**/history");
  await syncStatus(page, "1 waiting to send").waitFor();
  expect(await stack.rows("agent_logs")).toEqual([]);

  // A reload keeps it off.
  await page.reload();
  await syncStatus(page, "1 waiting to send").waitFor();
  await bar.waitFor();
  await page.getByRole("button", { name: "Turn on" }).click();
  await syncStatus(page, "Everything sent").waitFor();
  await bar.waitFor({ state: "detached" });
  expect(await stack.rows("agent_logs", "select=agent_type")).toEqual([{ agent_type: "voice" }]);
});

it("shows a sample photo's diagnosis in the history", async () => {
  const page = await signedIn(stack, stack.technician, { device: "try-photo" });
  await page.getByRole("button", { name: "Send a sample photo" }).click();
  await page.waitForURL("**/history");
  const entry = page.getByRole("listitem").filter({ hasText: "Snap Agent" });
  await entry.getByText("Summary").waitFor();
});
