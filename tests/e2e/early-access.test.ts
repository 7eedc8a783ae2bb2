// @module-tag rest

import type { Page } from "playwright";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { EARLY_ACCESS_LOCK } from "#platform/lock-names.ts";
import type { ChromiumProcess } from "../support/e2e/chromium.ts";
import { goOnline, stackForTests } from "../support/e2e/pages.ts";
import { wakeWorker } from "../support/e2e/service-worker.ts";
import { untilInstalled } from "../support/e2e/voice-pages.ts";

const TABLE = "contact_form_submissions";

const REQUEST = {
  Company: "Prospect Heating",
  Name: "Pat Visitor",
  Email: "pat@prospect.example",
  Phone: "+1 503 555 0100",
  "Number of Field Techs": "5-10",
  "Current CRM System": "Salesforce",
};
const EMPTY = Object.fromEntries(Object.keys(REQUEST).map((label) => [label, ""]));

const stack = stackForTests({ withProvider: false, ownBackend: true });
let browser: ChromiumProcess;
let page: Page;
let devices = 0;

beforeEach(async () => {
  browser = await stack.browser(`device-${++devices}`);
  page = await browser.newPage();
  await page.goto(`${stack.network.url}/early-access`);
});
afterEach(async () => {
  await browser.close();
  stack.network.restore();
  stack.network.passage = () => "pass";
  await stack.write("DELETE", `${TABLE}?id=not.is.null`);
  expect(await stack.rows(TABLE)).toEqual([]);
});

async function fill(values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    await page.getByLabel(label, { exact: true }).fill(value);
  }
}

async function typed(): Promise<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const label of Object.keys(REQUEST)) {
    values[label] = await page.getByLabel(label, { exact: true }).inputValue();
  }
  return values;
}

const submit = () => page.getByRole("button", { name: "Request Access" });
const toast = (role: "alert" | "status", title: string) =>
  page.getByRole(role).filter({ hasText: title });

function untilRows(count: number): Promise<void> {
  return vi.waitFor(async () => expect(await stack.rows(TABLE)).toHaveLength(count), {
    timeout: 60_000,
    interval: 250,
  });
}

describe("online", () => {
  it("says everything that is wrong, together and beside the fields, and sends a correct form once", async () => {
    await submit().click();
    const all =
      "Company is required, Name is required, Invalid email address, Phone is required, Number of field techs is required, Current CRM is required";
    await toast("alert", "Validation Error").filter({ hasText: all }).waitFor();
    const company = page.getByLabel("Company", { exact: true });
    expect(await company.evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await company.getAttribute("aria-invalid")).toBe("true");
    const described = await company.getAttribute("aria-describedby");
    expect(await page.locator(`[id="${described}"]`).textContent()).toBe("Company is required");
    expect(await stack.rows(TABLE)).toEqual([]);

    await fill({ ...REQUEST, Company: `  ${REQUEST.Company} ` });
    await submit().dblclick();
    await toast("status", "Thank you for your interest!").waitFor();
    await toast("status", "We'll be in touch soon.").waitFor();
    await expect.poll(typed).toEqual(EMPTY);
    expect(await stack.rows(TABLE)).toMatchObject([
      {
        company: REQUEST.Company,
        name: REQUEST.Name,
        email: REQUEST.Email,
        phone: REQUEST.Phone,
        field_tech_count: "5-10",
        current_crm: "Salesforce",
        status: "new",
        notes: null,
      },
    ]);
    expect(browser.consoleTrouble).toEqual([]);

    await page.getByRole("link", { name: "Back to Home" }).click();
    await page.waitForURL(`${stack.network.url}/`);
  });

  it("thanks a machine that fills in the hidden field, and stores nothing of its request", async () => {
    const trap = page.locator("input[name=website]");
    await submit().waitFor();
    expect(await page.getByRole("textbox").count()).toBe(Object.keys(REQUEST).length);
    await fill(REQUEST);
    await trap.evaluate((input: HTMLInputElement) => {
      input.value = "https://spam.example";
    });
    await submit().click();
    await toast("status", "Thank you for your interest!").waitFor();
    await expect.poll(typed).toEqual(EMPTY);
    expect(await page.getByText("waits to be sent").count()).toBe(0);
    expect(await stack.rows(TABLE)).toEqual([]);
  });
});

describe("offline", () => {
  it("lets the worker send the request with no tab open", async () => {
    await untilInstalled(page);
    stack.network.cut();
    await fill(REQUEST);
    await submit().click();
    await toast("status", "Saved on this device").waitFor();
    const context = page.context();
    await page.close();
    stack.network.restore();
    await wakeWorker(context, stack.network.url);
    await untilRows(1);
  });

  it("shows a later refusal of the server, and lets the visitor change and send the request", async () => {
    await untilInstalled(page);
    stack.network.cut();
    await fill(REQUEST);
    await submit().click();
    await toast("status", "Saved on this device").waitFor();
    await page.evaluate(breakKeptEmail, EARLY_ACCESS_LOCK);
    await goOnline(stack, page);
    await toast("alert", "Error submitting form").waitFor();
    await page.reload();
    await page.getByText("The request of Prospect Heating was not accepted").waitFor();
    await page.getByRole("button", { name: "Change and send again" }).click();
    await expect.poll(typed).toMatchObject({ Company: REQUEST.Company, Email: "nobody" });
    await fill({ Email: REQUEST.Email });
    await submit().click();
    await toast("status", "Thank you for your interest!").waitFor();
    expect(await stack.rows(TABLE)).toMatchObject([{ email: REQUEST.Email }]);
  });
});

/**
 * Changes the stored request to one that an older app could have stored: the server refuses this
 * address. Holds the sender's lock, so that no attempt is on its way with the address before.
 */
async function breakKeptEmail(lock: string): Promise<void> {
  await navigator.locks.request(lock, async () => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open("field-agents-device");
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const leads = db.transaction("leads", "readwrite").objectStore("leads");
    await new Promise<void>((resolve) => {
      const reading = leads.getAll();
      reading.onsuccess = () => {
        for (const kept of reading.result) {
          leads.put({ ...kept, lead: { ...kept.lead, email: "nobody" } });
        }
        leads.transaction.oncomplete = () => resolve();
      };
    });
    db.close();
  });
}
