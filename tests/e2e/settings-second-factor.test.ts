// @module-tag rest

import { Secret, TOTP } from "otpauth";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rest } from "../support/backend.ts";
import { axeTrouble } from "../support/e2e/axe.ts";
import { shiftTrouble } from "../support/e2e/layout-shift.ts";
import { targetTrouble } from "../support/e2e/page-checks.ts";
import { SCREENS, show } from "../support/e2e/screens.ts";
import { PASSWORD, type Stack, startStack } from "../support/e2e/stack.ts";
import { untilToast } from "../support/e2e/toasts.ts";
import { signInAs } from "../support/e2e/voice-pages.ts";

const STEP_MS = 30_000;
const WRONG = "That code is not right. Enter the one your app shows now.";

let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ withProvider: false });
});
afterAll(() => stack.stop());

/**
 * The code that an authenticator app shows `steps` steps from now. Each step's code is accepted
 * once.
 */
function codeOf(secret: string, steps = 0): string {
  return TOTP.generate({
    secret: Secret.fromBase32(secret),
    timestamp: Date.now() + steps * STEP_MS,
  });
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Begins to add an authenticator app in the open settings. @returns its secret */
async function begin(page: Page, name: string): Promise<string> {
  await button(page, "Add an authenticator app").click();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.keyboard.press("Enter");
  await page.getByRole("img", { name: "QR code of the key below" }).waitFor();
  return (await page.locator("code").textContent()) ?? "";
}

async function openSettings(page: Page): Promise<void> {
  await page.goto(`${stack.network.url}/settings`);
  await button(page, "Add an authenticator app").waitFor();
}

it("an authenticator app is added, asked for at the next sign-in, and removed", async () => {
  const folder = process.env.SCREENSHOTS;
  const browser = await stack.browser();
  const page = await browser.newPage();
  await signInAs(page, stack.network.url, stack.technician);
  await openSettings(page);
  await page.getByText("You have none yet.").waitFor();

  // Cancelling leaves nothing behind: the name can be used again.
  await begin(page, "My phone");
  await button(page, "Cancel").click();
  const secret = await begin(page, "My phone");
  await page.getByLabel("6-digit code").fill(codeOf(secret, -2));
  await button(page, "Turn on").click();
  await page.getByRole("alert").filter({ hasText: WRONG }).waitFor();
  await page.getByLabel("6-digit code").fill(codeOf(secret));
  await button(page, "Turn on").click();
  await untilToast(page, "status", "Second factor added");
  await page.getByRole("listitem").filter({ hasText: "My phone" }).waitFor();

  await button(page, "Sign out here").click();
  await page.waitForURL("**/auth");
  await page.getByLabel("Email").fill(stack.technician);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await button(page, "Sign In").click();
  await page.getByLabel("6-digit code").fill(codeOf(secret, -2));
  await button(page, "Verify").click();
  await page.getByRole("alert").filter({ hasText: WRONG }).waitFor();
  // The clock of a phone may be one step ahead.
  await page.getByLabel("6-digit code").fill(codeOf(secret, 1));
  await button(page, "Verify").click();
  await page.waitForURL("**/dashboard");

  await openSettings(page);
  await button(page, "Remove My phone").click();
  await page.getByRole("dialog").getByText("Your password alone lets you in then.").waitFor();
  expect(await axeTrouble(page)).toEqual([]);
  if (folder) await page.screenshot({ path: `${folder}/remove-factor.png`, fullPage: true });
  await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
  await untilToast(page, "status", "Second factor removed");
  await page.getByText("You have none yet.").waitFor();
  await button(page, "Sign out here").click();
  await page.waitForURL("**/auth");
  await signInAs(page, stack.network.url, stack.technician);
  expect(browser.consoleTrouble.filter((line) => !line.includes("status of 422"))).toEqual([]);
  await browser.close();
});

it("is accessible while a factor is added, in both themes and sizes", async () => {
  const folder = process.env.SCREENSHOTS;
  const browser = await stack.browser("accessible");
  const page = await browser.newPage();
  await signInAs(page, stack.network.url, stack.technician);
  const trouble: string[] = [];
  for (const screen of SCREENS) {
    await show(page, screen);
    await openSettings(page);
    const at = `${screen.theme}-${screen.width}`;
    // The page reserves the space for the server's answer, so that the layout does not shift.
    trouble.push(...(await shiftTrouble(page)).map((line) => `${at}: ${line}`));
    await begin(page, "My phone");
    await button(page, "Change password").click();
    if (folder) await page.screenshot({ path: `${folder}/settings-${at}.png`, fullPage: true });
    const found = [...(await axeTrouble(page)), ...(await targetTrouble(page))];
    trouble.push(...found.map((line) => `${at}: ${line}`));
  }
  expect(trouble).toEqual([]);
  await browser.close();
});

it("administrators whose company requires a second factor are asked for it before they change anything", async () => {
  const folder = process.env.SCREENSHOTS;
  const required = await rest(stack.backend, "service", "PATCH", "companies?name=neq.nobody", {
    require_second_factor: true,
  });
  expect(required.status).toBeLessThan(300);
  const browser = await stack.browser("administrator");
  const page = await browser.newPage();
  await signInAs(page, stack.network.url, stack.administrator);
  const notice = page.getByText("Your company asks administrators for a second factor");
  await notice.waitFor();
  await button(page, "Add User").and(page.locator(":disabled")).waitFor();
  if (folder) await page.screenshot({ path: `${folder}/required.png` });
  expect(await axeTrouble(page)).toEqual([]);
  await page.getByRole("link", { name: "Set it up in Settings" }).click();
  await page.waitForURL("**/settings#second-factor");
  const secret = await begin(page, "Office phone");
  await page.getByLabel("6-digit code").fill(codeOf(secret));
  await button(page, "Turn on").click();
  await untilToast(page, "status", "Second factor added");
  await page.goto(`${stack.network.url}/admin`);
  await button(page, "Add User").and(page.locator(":enabled")).waitFor();
  expect(await notice.count()).toBe(0);
  await browser.close();
});
