// @module-tag rest

import type { Page } from "playwright";
import { beforeAll, expect, it } from "vitest";
import { signIn } from "../support/backend.ts";
import { deviceStorage } from "../support/e2e/device-storage.ts";
import { isFocused, signedIn, stackForTests } from "../support/e2e/pages.ts";
import { rowOf } from "../support/e2e/rows.ts";
import { DESKTOP, TABLET } from "../support/e2e/screens.ts";
import { PASSWORD } from "../support/e2e/stack.ts";
import { recordNote, syncStatus } from "../support/e2e/voice-pages.ts";
import { enrolFactor } from "../support/second-factor.ts";

const COMPANY = "Cascade Climate Services";
const OWN = "my-own-heat-pump";
const RESET = "Reset Password or Second Factor";

const stack = stackForTests({ ownBackend: true });
let admin: Page;

beforeAll(async () => {
  admin = await signedIn(stack, stack.administrator, { device: "administrator", size: TABLET });
});

const row = (name: string) => rowOf(admin, "Team Members", new RegExp(`^${name}`));
const dialog = () => admin.getByRole("dialog", { name: RESET });
const press = (name: string) => dialog().getByRole("button", { name, exact: true }).click();
const log = () => dialog().getByRole("listitem").allTextContents();

async function open(name: string): Promise<void> {
  await row(name).getByRole("button", { name: RESET }).click();
  await dialog().getByText(`For ${name}`).waitFor();
}

/** Has a temporary password set. @returns what the dialog shows */
async function setTemporaryPassword(name: string): Promise<string> {
  await open(name);
  await press("Set Temporary Password");
  await dialog().getByText(`Tell ${name} this temporary password:`).waitFor();
  const password = String(await dialog().locator("code").textContent());
  await press("Done");
  await dialog().waitFor({ state: "detached" });
  return password;
}

async function enter(page: Page, email: string, password: string): Promise<void> {
  await page.goto(`${stack.network.url}/auth`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
}

it("brings a technician back who can't sign in: a temporary password, an own one, no second factor", async () => {
  const page = await signedIn(stack, stack.technician, { device: "technician", isInstalled: true });
  const phone = stack.browserOf(page);
  await page.goto(`${stack.network.url}/voice-agent`);
  stack.network.cut();
  await recordNote(page, 1);
  await syncStatus(page, "1 waiting to send").waitFor();

  // The network of the administrator is another one.
  stack.network.restore();
  stack.network.passage = (_, path) => (path.endsWith("/voice-transcribe") ? "portal" : "pass");
  const { accessToken } = await signIn(stack.backend, stack.technician, PASSWORD);
  await enrolFactor(stack.backend, accessToken);

  await open("Taylor Brooks");
  await dialog().getByText(`For Taylor Brooks (${stack.technician}) of ${COMPANY}.`).waitFor();
  const added = expect.stringContaining("Taylor Brooks added as Field Technician, by the operator");
  await expect.poll(log).toEqual([added]);
  await dialog().getByRole("radio", { name: "Remove second factors" }).check();
  await press("Remove Second Factors");
  await dialog().getByText("The second factor was removed.").waitFor();
  await expect
    .poll(log)
    .toEqual([expect.stringContaining(`Second factors removed, by ${stack.administrator}`), added]);
  await press("Done");
  await open("Taylor Brooks");
  await dialog().getByRole("radio", { name: "Remove second factors" }).check();
  await press("Remove Second Factors");
  await dialog().getByText("Taylor Brooks had no second factor.").waitFor();
  await press("Done");
  const password = await setTemporaryPassword("Taylor Brooks");
  expect(await admin.locator("body").textContent()).not.toContain(password);

  await page.reload();
  await page.getByRole("button", { name: "Sign In", exact: true }).waitFor();
  await enter(page, stack.technician, password);
  await page.getByRole("heading", { name: "Choose a new password" }).waitFor();
  await page.getByText("You signed in with a temporary password").waitFor();
  // Nobody is signed in yet: a reload begins anew.
  await page.reload();
  await page.getByRole("heading", { name: "Sign In", exact: true }).waitFor();
  await enter(page, stack.technician, password);
  await page.getByLabel("New password").fill(password);
  await page.getByRole("button", { name: "Save and sign in" }).click();
  await page.getByText("New password should be different from the old password.").waitFor();
  expect((await deviceStorage(page, await stack.userId(stack.technician)))?.outbox).toHaveLength(1);
  await page.getByLabel("New password").fill(OWN);
  stack.network.passage = () => "pass";
  await page.getByRole("button", { name: "Save and sign in" }).click();
  await page.waitForURL("**/dashboard");

  await syncStatus(page, "Everything sent").waitFor();
  expect(await stack.rows("agent_logs")).toHaveLength(1);
  await expect(signIn(stack.backend, stack.technician, password)).rejects.toThrow("400");
  await signIn(stack.backend, stack.technician, OWN);
  await phone.close();

  const written = await stack.rows("account_resets", "select=*&order=created_at");
  expect(written).toMatchObject([
    { action: "remove_factors", result: "done", actor_email: stack.administrator },
    { action: "remove_factors", result: "done" },
    { action: "temporary_password", result: "done", person_email: stack.technician },
  ]);
  expect(JSON.stringify(written)).not.toContain(password);
});

it("returns the focus to the row's button on a wide screen, where an administrator has none", async () => {
  await admin.setViewportSize(DESKTOP);
  await admin.goto(`${stack.network.url}/admin?tab=users&sort=name`);
  const reset = (name: string) =>
    rowOf(admin, "Team Members", name).getByRole("button", {
      name: "Reset Password or Second Factor",
      exact: true,
    });
  await reset("Taylor Brooks").click();
  await dialog().getByText(`For Taylor Brooks (${stack.technician}) of ${COMPANY}.`).waitFor();
  await dialog().getByText("asks for a password of their own before anything else").waitFor();
  await press("Cancel");
  await dialog().waitFor({ state: "detached" });
  await expect.poll(() => isFocused(reset("Taylor Brooks"))).toBe(true);
  await row("Alex Morgan").filter({ hasText: "You" }).waitFor();
  expect(await reset("Alex Morgan").count()).toBe(0);
});
