// @module-tag rest

import type { Page } from "playwright";
import { expect, it } from "vitest";
import { signIn } from "../support/backend.ts";
import { createTechnician } from "../support/e2e/accounts.ts";
import { deviceStorage } from "../support/e2e/device-storage.ts";
import { signedIn, stackForTests, untilToast } from "../support/e2e/pages.ts";
import { PASSWORD } from "../support/e2e/stack.ts";
import { recordNote, signInAs, syncStatus, untilInstalled } from "../support/e2e/voice-pages.ts";
import { post } from "../support/running-backend.ts";
import { codeOf } from "../support/second-factor.ts";

const NEW_PASSWORD = "another-one";
const WRONG = "That code is not right. Enter the one your app shows now.";

const stack = stackForTests({ withProvider: false });

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const alert = (page: Page, words: string) => page.getByRole("alert").filter({ hasText: words });

/** Whether another device can continue its session with this refresh token. */
async function goesOn(refresh_token: string): Promise<boolean> {
  const path = "auth/v1/token?grant_type=refresh_token";
  return (await post(stack.backend, path, { refresh_token })).ok;
}

it("changes the name, and the password of a person who knows the present one, and signs out everywhere", async () => {
  // A new person, because a second try could not sign in with the first password.
  const email = `${crypto.randomUUID()}@demo.example`;
  await createTechnician(stack, email);
  const page = await signedIn(stack, email, { device: email });
  const browser = stack.browserOf(page);
  await page.goto(`${stack.network.url}/settings`);
  await page.getByText(email).first().waitFor();
  await page.getByLabel("Full name").fill("Robin Field");
  await button(page, "Save name").click();
  await untilToast(page, "status", "Name changed", "Robin Field");
  expect(await stack.rows("profiles", `select=full_name&email=eq.${email}`)).toEqual([
    { full_name: "Robin Field" },
  ]);

  const elsewhere = await signIn(stack.backend, email, PASSWORD);
  async function change(current: string, next: string): Promise<void> {
    await page.getByLabel("Current password", { exact: true }).fill(current);
    await page.getByLabel("New password", { exact: true }).fill(next);
    await button(page, "Save password").click();
  }
  await button(page, "Change password").click();
  await change("not-this", NEW_PASSWORD);
  await alert(page, "Your current password is not right.").waitFor();
  await change(PASSWORD, "short");
  await alert(page, "At least 6 characters.").waitFor();
  await change(PASSWORD, PASSWORD);
  await alert(page, "That is the password you have now. Choose another one.").waitFor();
  await change(PASSWORD, NEW_PASSWORD);
  await untilToast(page, "status", "Password changed");
  expect(await goesOn(elsewhere.refreshToken)).toBe(false);

  const again = await signIn(stack.backend, email, NEW_PASSWORD);
  await button(page, "Sign out everywhere").click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign out", exact: true }).click();
  await page.waitForURL("**/auth");
  expect(await goesOn(again.refreshToken)).toBe(false);
  expect(browser.consoleTrouble.filter((line) => !/status of (400|422)/.test(line))).toEqual([]);
  await browser.close();
});

it("removes a person's data from this device without a network, and nobody else's data", async () => {
  const page = await signedIn(stack, stack.technician, { device: "shared" });
  const browser = stack.browserOf(page);
  const technician = await stack.userId(stack.technician);
  await untilInstalled(page);
  const other = await browser.newPage();
  await other.goto(`${stack.network.url}/history`);
  await syncStatus(other, "Everything sent").waitFor();
  await page.evaluate(async (id) => {
    const cache = await caches.open(`manuals-${id}`);
    await cache.put("/manual", new Response("a manual"));
    await caches.open("manuals-somebody-else");
    await new Promise<void>((resolve) => {
      const opening = indexedDB.open("field-agents-somebody-else");
      opening.onsuccess = () => {
        opening.result.close();
        resolve();
      };
    });
  }, technician);
  await page.goto(`${stack.network.url}/voice-agent`);
  stack.network.cut();
  await recordNote(page, 2);
  await syncStatus(page, "1 waiting to send").waitFor();
  await page.goto(`${stack.network.url}/settings`);

  const dialog = page.getByRole("dialog");
  await button(page, "Remove my data from this device").click();
  await dialog.getByText("1 thing was never sent and would be lost.").waitFor();
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog
    .getByRole("listitem")
    .filter({ hasText: /^Voice note, 0:0\d$/ })
    .waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(await deviceStorage(page, technician)).not.toBeNull();

  await button(page, "Remove my data from this device").click();
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog.getByRole("button", { name: "Delete unsent work" }).click();
  await untilToast(page, "status", "Your data is removed", "1 item that was not sent");
  await page.waitForURL("**/auth");
  await other.waitForURL("**/auth");
  const left = await page.evaluate(async () => ({
    databases: (await indexedDB.databases()).map(({ name }) => name).sort(),
    caches: (await caches.keys()).filter((name) => name.startsWith("manuals-")),
  }));
  expect(left).toEqual({
    databases: expect.arrayContaining(["field-agents-device", "field-agents-somebody-else"]),
    caches: ["manuals-somebody-else"],
  });
  expect(left.databases).not.toContain(`field-agents-${technician}`);

  stack.network.restore();
  await signInAs(page, stack.network.url, stack.technician);
  await syncStatus(page, "Everything sent").waitFor();
  expect(await stack.rows("agent_logs")).toEqual([]);
  await browser.close();
});

async function openSettings(page: Page): Promise<void> {
  await page.goto(`${stack.network.url}/settings`);
  await button(page, "Add an authenticator app").waitFor();
}

/** Begins to add an authenticator app in the open settings. @returns its secret */
async function begin(page: Page, name: string): Promise<string> {
  await button(page, "Add an authenticator app").click();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.keyboard.press("Enter");
  await page.getByRole("img", { name: "QR code of the key below" }).waitFor();
  return (await page.locator("code").textContent()) ?? "";
}

async function enter(page: Page, code: string, press: "Turn on" | "Verify"): Promise<void> {
  await page.getByLabel("6-digit code").fill(code);
  await button(page, press).click();
}

it("an authenticator app is added, and asked for at the next sign-in", async () => {
  const browser = await stack.browser("app");
  const page = await browser.newPage();
  const { network, technician } = stack;
  await signInAs(page, network.url, technician);
  await openSettings(page);
  await page.getByText("You have none yet.").waitFor();

  // Cancelling leaves nothing behind: the name can be used again.
  await begin(page, "My phone");
  await button(page, "Cancel").click();
  const secret = await begin(page, "My phone");
  await enter(page, "314159", "Turn on");
  await alert(page, WRONG).waitFor();
  await enter(page, codeOf({ secret }), "Turn on");
  await untilToast(page, "status", "Second factor added");
  await page.getByRole("listitem").filter({ hasText: "My phone" }).waitFor();

  await button(page, "Sign out here").click();
  await page.waitForURL("**/auth");
  const field = page.getByLabel("6-digit code");
  const reachStep = async () => {
    await page.getByLabel("Email").fill(technician);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await button(page, "Sign In").click();
    await page.getByText(`Signing in as ${technician}`).waitFor();
  };
  for (const back of [() => button(page, "Back to sign in").click(), () => page.goBack()]) {
    await reachStep();
    await back();
    await page.getByRole("heading", { name: "Sign In" }).waitFor();
    expect(await page.getByLabel("Email").inputValue()).toBe(technician);
    expect(await page.getByLabel("Password", { exact: true }).inputValue()).toBe("");
  }
  await reachStep();
  await expect.poll(() => field.evaluate((it) => it === document.activeElement)).toBe(true);
  await enter(page, "314159", "Verify");
  // It is said beside the field, which has the focus for another try.
  await alert(page, WRONG).waitFor();
  await expect.poll(() => field.evaluate((it) => it === document.activeElement)).toBe(true);
  const described = String(await field.getAttribute("aria-describedby")).split(" ");
  expect(
    await page.locator(described.map((id) => `[id="${id}"]`).join()).allTextContents(),
  ).toContain(WRONG);
  expect(await field.getAttribute("aria-invalid")).toBe("true");
  // The clock of a phone may be one step ahead.
  await page.keyboard.type(codeOf({ secret }, 1).replace(/^.../, "$& "));
  await page.keyboard.press("Enter");
  await page.waitForURL("**/dashboard");
  expect(browser.consoleTrouble.filter((line) => !line.includes("status of 422"))).toEqual([]);
  await browser.close();
});

it("administrators whose company requires a second factor are asked for it before they change anything", async () => {
  const path = `companies?id=eq.${stack.company.id}`;
  const changes = { require_second_factor: true };
  await stack.write("PATCH", path, changes);
  const page = await signedIn(stack, stack.administrator, { device: "office" });
  const notice = page.getByText("Your company asks administrators for a second factor");
  await notice.waitFor();
  await button(page, "Add User").and(page.locator(":disabled")).waitFor();
  await page.getByRole("link", { name: "Set it up in Settings" }).click();
  await page.waitForURL("**/settings#second-factor");
  const secret = await begin(page, "Office phone");
  await enter(page, codeOf({ secret }), "Turn on");
  await untilToast(page, "status", "Second factor added");
  await page.goto(`${stack.network.url}/admin`);
  await button(page, "Add User").and(page.locator(":enabled")).waitFor();
  expect(await notice.count()).toBe(0);
});
