// @module-tag rest

import type { Page } from "playwright";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { rest, signIn } from "../support/backend.ts";
import { holdRequests, refuse } from "../support/e2e/hold-requests.ts";
import { goOffline, lookAgain, stackForTests, untilToast } from "../support/e2e/pages.ts";
import { TABLET } from "../support/e2e/screens.ts";
import { PASSWORD } from "../support/e2e/stack.ts";
import { openPage } from "../support/e2e/tour.ts";
import { signInAs, untilInstalled } from "../support/e2e/voice-pages.ts";

const TABLE = "contact_form_submissions";
const HEADING = "Contact Form Submissions";
/** The addresses of the requests for early access on the server. */
const REQUESTS = /rest\/v1\/contact_form_submissions/;

const stack = stackForTests({ withProvider: false, ownBackend: true });
let page: Page;
let address: string;

beforeAll(async () => {
  address = `${stack.network.url}/contact-submissions`;
  page = await (await stack.browser()).newPage();
  await page.setViewportSize(TABLET);
});
afterEach(() => {
  stack.network.restore();
  stack.network.passage = () => "pass";
});

/** Stores a request for early access; each call stores a newer one than the call before. */
async function lead(name: string, more: Record<string, unknown> = {}): Promise<string> {
  const id = crypto.randomUUID();
  await stack.write("POST", TABLE, {
    id,
    ...{ name, company: `${name} Heating`, email: `${name.toLowerCase()}@prospect.example` },
    ...{ phone: "+1 503 555 0100", field_tech_count: "5-10", current_crm: "Salesforce" },
    ...more,
  });
  return id;
}

async function stored(id: string): Promise<unknown> {
  return (await stack.rows(TABLE, `select=status,notes&id=eq.${id}`))[0];
}

const card = (name: string) =>
  page.getByRole("article").filter({ has: page.getByRole("heading", { name, exact: true }) });
const status = (name: string) => card(name).getByLabel("Status");
const notes = (name: string) => card(name).getByLabel("Notes");
const save = (name: string) => card(name).getByRole("button", { name: "Save Notes" });

const toast = (role: "alert" | "status", title: string, message: string) =>
  untilToast(page, role, title, message);

/** Polls for the selected option, because a select has no state that a locator can wait for. */
const untilChosen = (name: string, value: string) =>
  expect.poll(() => status(name).inputValue()).toBe(value);

it("opens for administrators only", async () => {
  await page.goto(address);
  await page.waitForURL("**/auth");
  await signInAs(page, stack.network.url, stack.technician);
  await page.goto(address);
  await page.waitForURL("**/dashboard");
  await page.getByRole("alert").filter({ hasText: "Access Denied" }).waitFor();
  expect(await page.getByRole("alert").count()).toBe(1);
  await toast("alert", "Access Denied", "You don't have permission to view this page.");
  await page.getByRole("button", { name: "Logout" }).first().click();
  await page.waitForURL("**/auth");
});

it("shows a request with all its facts", async () => {
  await signInAs(page, stack.network.url, stack.administrator);
  await untilInstalled(page);
  await lead("Pat", { email: "pat+x@prospect.example", notes: "Called once" });
  const answer = await holdRequests(page, REQUESTS);
  await page.goto(address);
  await page.getByText("Loading submissions...").waitFor();
  answer();
  await card("Pat").waitFor();
  const text = (await card("Pat").textContent()) ?? "";
  for (const part of ["Pat Heating", "5-10", "Salesforce", "pat+x@prospect.example"]) {
    expect(text).toContain(part);
  }
  const link = (name: string) => card("Pat").getByRole("link", { name }).getAttribute("href");
  expect(await link("pat+x@prospect.example")).toBe("mailto:pat%2Bx@prospect.example");
  expect(await link("+1 503 555 0100")).toBe("tel:+15035550100");
  const sent = await card("Pat").locator("time").getAttribute("datetime");
  expect(Math.abs(Date.parse(sent ?? "") - Date.now())).toBeLessThan(600_000);
  expect(await notes("Pat").inputValue()).toBe("Called once");
  expect(await notes("Pat").getAttribute("maxlength")).toBe("2000");
  await card("Pat").getByText("11 / 2,000 characters").waitFor();
});

it("saves a status and notes; of what is refused, the status goes back and the notes stay here", async () => {
  const id = await lead("Quinn");
  await lookAgain(page);
  await status("Quinn").selectOption("not_interested");
  await card("Quinn")
    .locator("[data-status=not_interested]", { hasText: "Not Interested" })
    .waitFor();
  await toast("status", "Status Updated", "Contact submission status has been updated.");
  await notes("Quinn").fill("Called");
  await card("Quinn").getByText("Not saved yet, kept on this device").waitFor();
  await save("Quinn").click();
  await toast("status", "Notes Saved", "Notes have been updated.");
  expect(await stored(id)).toEqual({ status: "not_interested", notes: "Called" });

  const letPass = await refuse(page, ["PATCH"], REQUESTS, "Sealed");
  await status("Quinn").selectOption("new");
  await toast("alert", "Error", "Failed to update status.");
  await untilChosen("Quinn", "not_interested");
  await card("Quinn").getByText("Not saved").waitFor({ state: "detached" });
  await notes("Quinn").fill("Locked out");
  await save("Quinn").click();
  await toast("alert", "Error", "Failed to update notes.");
  await letPass();
  await page.reload();
  await card("Quinn").waitFor();
  expect(await notes("Quinn").inputValue()).toBe("Locked out");
});

it("keeps notes typed offline through a reload and a sign-out", async () => {
  const id = await lead("Robin", { status: "contacted" });
  await lookAgain(page);
  await card("Robin").waitFor();
  await goOffline(stack, page);
  const reason = "You are offline. What you type is kept on this device;";
  await card("Robin").getByText(reason).waitFor();
  expect(await status("Robin").isDisabled()).toBe(true);
  expect(await save("Robin").isDisabled()).toBe(true);
  await notes("Robin").fill("Wants a demo");
  await notes("Robin").press("End");
  await notes("Robin").pressSequentially(" on Friday");
  await card("Robin").getByText("Not saved yet, kept on this device").waitFor();
  await page.reload();
  await card("Robin").getByText(reason).waitFor();
  expect(await notes("Robin").inputValue()).toBe("Wants a demo on Friday");

  stack.network.restore();
  await page.reload();
  await vi.waitUntil(() => save("Robin").isEnabled(), { timeout: 60_000 });
  await page.getByRole("button", { name: "Logout" }).first().click();
  const warning = page.getByRole("dialog", { name: "Sign out?" });
  await warning.getByText(/^\d unsaved texts? stays? on this device\./).waitFor();
  await warning.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL("**/auth");
  await signInAs(page, stack.network.url, stack.administrator);
  await openPage(page, address, HEADING);
  await card("Robin").waitFor();
  expect(await notes("Robin").inputValue()).toBe("Wants a demo on Friday");
  await save("Robin").click();
  await toast("status", "Notes Saved", "Notes have been updated.");
  expect(await stored(id)).toMatchObject({ notes: "Wants a demo on Friday" });
});

it("shows another administrator's changes beside the typed notes, and overwrites no change unseen", async () => {
  const id = await lead("Sam");
  await lookAgain(page);
  await card("Sam").waitFor();
  const other = await signIn(stack.backend, stack.superAdministrator, PASSWORD);
  const byOther = (change: Record<string, unknown>) =>
    rest(stack.backend, other.accessToken, "PATCH", `${TABLE}?id=eq.${id}`, change);

  await notes("Sam").fill("Mine");
  // The page reads the request when it saves, and that after the change.
  const answer = await holdRequests(page, new RegExp(`${TABLE}\\?.*${id}`));
  await save("Sam").click();
  await byOther({ notes: "Theirs", status: "qualified" });
  answer();
  await toast("alert", "Not saved", "These notes were changed meanwhile. Compare them with yours.");
  expect(await stored(id)).toEqual({ status: "qualified", notes: "Theirs" });
  await untilChosen("Sam", "qualified");
  const meanwhile = card("Sam").getByRole("note", { name: "Changed meanwhile" });
  await meanwhile.getByText("Theirs", { exact: true }).waitFor();
  expect(await notes("Sam").inputValue()).toBe("Mine");
  await save("Sam").click();
  await toast("status", "Notes Saved", "Notes have been updated.");
  expect(await stored(id)).toMatchObject({ notes: "Mine" });
  await meanwhile.waitFor({ state: "detached" });

  await notes("Sam").fill("Mine again");
  await byOther({ notes: "Theirs again" });
  await lookAgain(page);
  await meanwhile.getByRole("button", { name: "Discard mine" }).click();
  await expect.poll(() => notes("Sam").inputValue()).toBe("Theirs again");
});
