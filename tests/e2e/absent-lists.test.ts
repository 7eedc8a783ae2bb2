// @module-tag rest

import { afterAll, beforeAll, expect, it } from "vitest";
import { rest } from "../support/backend.ts";
import { alterDatabase } from "../support/e2e/alter-database.ts";
import { closable, OUT_OF_ORDER } from "../support/e2e/closed-list.ts";
import { writeDetailedLogs } from "../support/e2e/detailed-logs.ts";
import { type Stack, startStack } from "../support/e2e/stack.ts";
import { signInAs, untilInstalled } from "../support/e2e/voice-pages.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ withProvider: false, ownBackend: true });
  await alterDatabase(stack, closable("detailed_agent_logs"));
});
afterAll(() => stack.stop());

it("says that logs could not be loaded, and shows no empty list instead", async () => {
  const page = await (await stack.browser("refused")).newPage();
  await signInAs(page, stack.network.url, stack.administrator);
  // A policy is evaluated only for rows that are there.
  const [admin] = await stack.rows("profiles", `select=company_id&email=eq.${stack.administrator}`);
  await writeDetailedLogs(stack, [{ ...admin, user_email: stack.technician }]);
  await rest(stack.backend, "service", "POST", "companies", { name: OUT_OF_ORDER });
  await page.goto(`${stack.network.url}/detailed-logs`);
  await page.getByText("The logs could not be loaded.").waitFor();
  await page.getByRole("tab", { name: "Analytics Summary" }).click();
  await page.getByText("The analytics could not be loaded.").waitFor();
  await rest(stack.backend, "service", "DELETE", `companies?name=eq.${OUT_OF_ORDER}`);
  await page.getByRole("tab", { name: "Activity Logs" }).click();
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await page.getByText("1 log", { exact: true }).waitFor();
});

it("is online again by itself once the server answers, with nothing to send and no event from the browser", async () => {
  const page = await (await stack.browser("unseen-return")).newPage();
  await signInAs(page, stack.network.url, stack.administrator);
  await page.goto(`${stack.network.url}/admin?tab=users`);
  const add = page.getByRole("button", { name: "Add User" });
  await add.waitFor();
  stack.network.cut();
  // Only the server has gone: the browser reports nothing.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  const offline = page.getByText("Offline. Your work is kept here.");
  await offline.waitFor();
  expect(await add.isEnabled()).toBe(false);
  stack.network.passed.length = 0;
  stack.network.restore();
  await offline.waitFor({ state: "detached" });
  await expect.poll(() => add.isEnabled()).toBe(true);
  // What no open page shows is refreshed as well.
  const isOfManuals = (sent: string) => sent.startsWith("GET /rest/v1/knowledge_base");
  await expect.poll(() => stack.network.passed.some(isOfManuals)).toBe(true);
});

it("says without a network that a list never came to this device", async () => {
  const page = await (await stack.browser("absent")).newPage();
  // The history is asked for once after the sign-in.
  await page.context().route("**/rest/v1/agent_logs*", (route) => route.abort());
  await signInAs(page, stack.network.url, stack.technician);
  await untilInstalled(page);
  await page.context().setOffline(true);
  await page.goto(`${stack.network.url}/history`);
  await page.getByText("Your history is not on this device yet.").waitFor();
  expect(await page.getByText("No agent history found").count()).toBe(0);
  await page.context().unroute("**/rest/v1/agent_logs*");
  await page.context().setOffline(false);
  await page.getByText("No agent history found").waitFor();
});
