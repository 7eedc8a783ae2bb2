// @module-tag rest

import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axeTrouble } from "../support/e2e/axe.ts";
import { breakStorage, mendStorage } from "../support/e2e/broken-storage.ts";
import type { ChromiumProcess } from "../support/e2e/chromium.ts";
import { type Stack, startStack } from "../support/e2e/stack.ts";
import { recordNote, signInAs, syncStatus } from "../support/e2e/voice-pages.ts";

const BLOCKED = "Nothing can be kept on this device";
const SLOW = "This device's storage does not answer";

/** Pages that need nobody to be signed in, and a text on each. */
const PUBLIC = [
  ["/", "No signal down there? Your work still arrives."],
  ["/support", "Support"],
  ["/terms", "Terms"],
  ["/privacy", "Privacy"],
  ["/settings", "Settings"],
  ["/early-access", "Request Early Access"],
] as const;

let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ ownBackend: true });
});
afterAll(() => stack.stop());

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

describe.each(["throws", "fails", "missing"] as const)("an IndexedDB that %s", (fault) => {
  let browser: ChromiumProcess;
  let page: Page;
  beforeAll(async () => {
    browser = await stack.browser(`storage-${fault}`);
    page = await browser.newPage();
    await breakStorage(page, fault);
  });
  afterAll(() => browser.close());

  it.each(["/auth", "/dashboard", "/voice-agent"])(
    "is reported on %s, with what to do",
    async (path) => {
      await open(page, path, BLOCKED);
      await page.getByText("This browser does not let Field Agents keep anything").waitFor();
      expect(await axeTrouble(page)).toEqual([]);
      await page.getByRole("button", { name: "Retry" }).click();
      await heading(page, BLOCKED).waitFor();
    },
  );

  it.each(PUBLIC)("does not stop anybody from opening %s", async (path, shows) => {
    await open(page, path, shows);
    expect(await heading(page, BLOCKED).count()).toBe(0);
  });

  it("does not stop anybody from requesting access", async () => {
    await askForAccess(page, `Firm-${fault}`);
    // Allows only messages that the storage can't be used, Dexie's own message among them.
    const known = /storage can't be used|Dexie: Workaround/;
    expect(browser.consoleTrouble.filter((each) => !known.test(each))).toEqual([]);
  });
});

it("when the browser's settings forbid storage, the app says so, and shows the pages that need none", async () => {
  const browser = await stack.browser("settings", { rain: true, siteData: false });
  const page = await browser.newPage();
  await open(page, "/auth", BLOCKED);
  for (const [path, shows] of PUBLIC) await open(page, path, shows);
  await askForAccess(page, "Firm-settings");
  expect(browser.consoleTrouble.filter((each) => each.startsWith("uncaught"))).toEqual([]);
  await browser.close();
});

describe("an IndexedDB that does not answer", () => {
  it("is reported after some seconds, and the app goes on once it answers", async () => {
    const browser = await stack.browser("storage-hangs");
    const page = await browser.newPage();
    await breakStorage(page, "hangs");
    await open(page, "/dashboard", SLOW);
    await page.getByText("Close all other tabs and windows of Field Agents").waitFor();
    expect(await axeTrouble(page)).toEqual([]);
    await open(page, "/", "No signal down there?");
    await open(page, "/auth", SLOW);
    await mendStorage(page);
    await page.getByLabel("Email").waitFor();
    await browser.close();
  });

  it("for the person's own database alone, is reported as well, and the pages come back", async () => {
    const browser = await stack.browser("person-hangs");
    const first = await browser.newPage();
    await signInAs(first, stack.network.url, stack.technician);
    await first.close();
    const page = await browser.newPage();
    const technician = await stack.userId(stack.technician);
    await breakStorage(page, "hangs", `field-agents-${technician}`);
    await open(page, "/voice-agent", SLOW);
    await mendStorage(page);
    await recordNote(page, 1);
    await syncStatus(page, "Everything sent").waitFor();
    await browser.close();
  });
});

it("when IndexedDB refuses the person's own database, the app says so, and shows nothing else", async () => {
  const browser = await stack.browser("person-blocked");
  const first = await browser.newPage();
  await signInAs(first, stack.network.url, stack.technician);
  await first.close();
  const page = await browser.newPage();
  await breakStorage(page, "fails", `field-agents-${await stack.userId(stack.technician)}`);
  await open(page, "/history", BLOCKED);
  await browser.close();
});
