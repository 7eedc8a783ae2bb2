// @module-tag rest

import type { Locator, Page } from "playwright";
import { expect, it } from "vitest";
import { breakStorage, mendStorage } from "../support/e2e/broken-storage.ts";
import { openQueue, signedIn, stackForTests } from "../support/e2e/pages.ts";
import { recordNote, recordOffline, syncStatus } from "../support/e2e/voice-pages.ts";

const BLOCKED = "Nothing can be kept on this device";
const NOT_AGREED = "This browser has not agreed to keep your work";
const SLOW = "This device's storage does not answer";

/** Pages that need nobody to be signed in, and a text on each. */
const PUBLIC = [
  ["/", "No signal down there? Your work still arrives."],
  ["/support", "Support"],
  ["/terms", "Terms"],
  ["/settings", "Settings"],
  ["/early-access", "Request Early Access"],
] as const;

const stack = stackForTests({ ownBackend: true });

const heading = (page: Page, name: string) =>
  page.getByRole("heading", { level: 1, name, exact: false });

async function open(page: Page, path: string, shows: string): Promise<void> {
  await page.goto(`${stack.network.url}${path}`);
  await heading(page, shows).waitFor();
}

async function askForAccess(page: Page, company: string): Promise<void> {
  await open(page, "/early-access", "Request Early Access");
  await page.getByLabel("Company").fill(company);
  await page.getByLabel("Name", { exact: true }).fill("Lee");
  await page.getByLabel("Email").fill("lee@lead.example");
  await page.getByLabel("Phone").fill("555 0100");
  await page.getByLabel("Number of Field Techs").fill("5");
  await page.getByLabel("Current CRM System").fill("None");
  await page.getByRole("button", { name: "Request Access" }).click();
  await page.getByText("Thank you for your interest!").waitFor();
  const rows = await stack.rows("contact_form_submissions", `company=eq.${company}&select=id`);
  expect(rows).toHaveLength(1);
}

it.each(["throws", "fails", "missing"] as const)(
  "an IndexedDB that %s is reported with what to do, and does not stop anybody from requesting access",
  async (fault) => {
    const browser = await stack.browser(`storage-${fault}`);
    const page = await browser.newPage();
    await breakStorage(page, fault);
    for (const path of ["/auth", "/dashboard", "/voice-agent"]) {
      await open(page, path, BLOCKED);
      await page.getByText("This browser does not let Field Agents keep anything").waitFor();
    }
    await page.getByRole("button", { name: "Retry" }).click();
    await heading(page, BLOCKED).waitFor();
    await open(page, "/", "No signal down there? Your work still arrives.");
    await askForAccess(page, `Firm-${fault}`);
    // Allows only messages that the storage can't be used, Dexie's own message among them.
    const known = /storage can't be used|Dexie: Workaround/;
    expect(browser.consoleTrouble.filter((each) => !known.test(each))).toEqual([]);
    await browser.close();
  },
);

it("when the browser's settings forbid storage, the app says so, and shows the pages that need none", async () => {
  const browser = await stack.browser("settings", { rain: true, siteData: false });
  const page = await browser.newPage();
  await open(page, "/auth", BLOCKED);
  for (const [path, shows] of PUBLIC) await open(page, path, shows);
  await askForAccess(page, "Firm-settings");
  expect(browser.consoleTrouble.filter((each) => each.startsWith("uncaught"))).toEqual([]);
  await browser.close();
});

it.each(["an IndexedDB", "a person's own database"])(
  "%s that does not answer is reported after some seconds, and the pages come back",
  async (what) => {
    const first = await signedIn(stack, stack.technician, { device: `${what} hangs` });
    const browser = stack.browserOf(first);
    await first.close();
    const page = await browser.newPage();
    const technician = await stack.userId(stack.technician);
    const only = what === "an IndexedDB" ? "" : `field-agents-${technician}`;
    await breakStorage(page, "hangs", only);
    await open(page, "/voice-agent", SLOW);
    await page.getByText("Close all other tabs and windows of Field Agents").waitFor();
    if (only === "") {
      await open(page, "/", "No signal down there?");
      await open(page, "/voice-agent", SLOW);
    }
    await mendStorage(page);
    await recordNote(page, 1);
    await syncStatus(page, "Everything sent").waitFor();
    await browser.close();
  },
);

/**
 * Records a note that waits, which makes the app ask the browser to keep the storage. Lost replies
 * keep the note waiting while the test reads the queue.
 */
async function recordWaiting(page: Page): Promise<Locator> {
  stack.network.passage = (_, path) => (path.includes("/functions/") ? "lose-reply" : "pass");
  await recordOffline(stack, page);
  return openQueue(page);
}

/** Lets the note be sent, and checks what the settings say. */
async function settingsSay(page: Page, words: string): Promise<void> {
  stack.network.passage = () => "pass";
  await page.goto(`${stack.network.url}/settings#this-device`);
  await page.getByText(words).waitFor();
}

it("when the browser refuses to keep the storage, the queue and the settings say so, and what to do", async () => {
  const browser = await stack.browser("refused");
  const page = await browser.newPage();
  const queue = await recordWaiting(page);
  await queue.getByText(NOT_AGREED).waitFor();
  await queue.getByText("Install Field Agents: choose Install").waitFor();
  await settingsSay(page, NOT_AGREED);
  await browser.close();
});
