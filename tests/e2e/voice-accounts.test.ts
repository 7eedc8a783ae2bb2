// @module-tag rest

import { afterAll, beforeAll, expect, it } from "vitest";
import { deviceStorage } from "../support/e2e/device-storage.ts";
import { type Stack, startStack } from "../support/e2e/stack.ts";
import { recordNote, signInAs, syncStatus, untilInstalled } from "../support/e2e/voice-pages.ts";

let stack: Stack;

beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

it("another person on the device sees and sends nothing that belongs to the first one", async () => {
  const browser = await stack.browser();
  const page = await browser.newPage();
  await signInAs(page, stack.network.url, stack.technician);
  await untilInstalled(page);
  await page.goto(`${stack.network.url}/voice-agent`);
  stack.network.cut();
  await recordNote(page, 2);
  await syncStatus(page, "1 waiting to send").waitFor();

  await page.getByRole("button", { name: "Logout" }).first().click();
  const warning = page.getByRole("dialog");
  await warning.getByText(/1 item is waiting on this device/).waitFor();
  await warning.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL("**/auth");
  stack.network.restore();

  await signInAs(page, stack.network.url, stack.administrator);
  await syncStatus(page, "Everything sent").waitFor();
  await page.goto(`${stack.network.url}/history`);
  await page.getByText("No agent history found").waitFor();
  expect(await stack.rows("agent_logs")).toEqual([]);
  expect(stack.provider.calls).toHaveLength(0);
  const administrator = await deviceStorage(page, await stack.userId(stack.administrator));
  expect(administrator?.outbox).toEqual([]);

  await page.getByRole("button", { name: "Logout" }).first().click();
  await page.waitForURL("**/auth");
  await signInAs(page, stack.network.url, stack.technician);
  await syncStatus(page, "Everything sent").waitFor();
  const technician = await stack.userId(stack.technician);
  expect(await stack.rows("agent_logs")).toEqual([
    expect.objectContaining({ user_id: technician }),
  ]);
});
