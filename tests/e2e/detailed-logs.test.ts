// @module-tag rest

import type { Locator, Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ChromiumProcess } from "../support/e2e/chromium.ts";
import {
  GROUNDING,
  LONG_INPUT,
  writeDetailedLogs,
  writeSampleLogs,
} from "../support/e2e/detailed-logs.ts";
import { signedIn, stackForTests } from "../support/e2e/pages.ts";
import { DESKTOP, PHONE, TABLET } from "../support/e2e/screens.ts";
import { openPage } from "../support/e2e/tour.ts";
import { signInAs, untilInstalled } from "../support/e2e/voice-pages.ts";

const ZENITH = crypto.randomUUID();
const HEADING = "Detailed Activity Logs";
const stack = stackForTests({ withProvider: false });
let browser: ChromiumProcess;
let page: Page;
let address: string;

beforeAll(async () => {
  address = `${stack.network.url}/detailed-logs`;
  await writeSampleLogs(stack);
  await writeOldLogs();
  browser = await stack.browser();
  page = await browser.newPage();
  await page.setViewportSize(TABLET);
});
afterAll(() => {
  // Leaves out the browser's own messages about the time without a network.
  const failed = browser.consoleTrouble.filter(
    (line) => !line.includes("ERR_INTERNET_DISCONNECTED"),
  );
  expect(failed).toEqual([]);
});

/** Noon of a day of March 2026, in the time zone of the tests and their browser. */
const noonOf = (day: number) => new Date(2026, 2, day, 12).toISOString();

/** Adds logs that are older than the newest hundred, one of them of another company. */
async function writeOldLogs(): Promise<void> {
  await stack.write("POST", "companies", { id: ZENITH, name: "Zenith Logs" });
  const row = { company_id: stack.company.id, user_email: stack.technician };
  await writeDetailedLogs(stack, [
    { ...row, created_at: noonOf(3), input_text: "Which THROTTLE is it?" },
    { ...row, created_at: noonOf(4), input_text: "What does 50% mean?" },
    {
      ...{ ...row, user_email: "kim@demo.example", created_at: noonOf(5) },
      output_text: "Under the throttle (M8, left).",
    },
    {
      ...{ company_id: ZENITH, user_email: "zoe@zenith.example" },
      ...{ created_at: noonOf(6), input_text: "A throttle of Zenith" },
    },
  ]);
}

const cards = () => page.getByRole("list", { name: "Logs" }).locator("> li");
const choose = (label: string, option: string) => page.getByLabel(label).selectOption(option);
const field = (label: string) => page.getByLabel(label, { exact: true });
/** The text of a card, with a space between terms and values. */
const textOf = async (card: Locator) =>
  (await card.locator("h2, span, dt, dd, p, li").allTextContents()).join(" ");
const count = (words: string) => page.getByText(words, { exact: true }).waitFor();

it("is reached from the tabs of the administration, and leads back", async () => {
  await signInAs(page, stack.network.url, stack.administrator);
  await untilInstalled(page);
  await openPage(page, `${stack.network.url}/admin`, "Admin Dashboard");
  // The arrow keys only move the focus to the tab that leads to another page; Enter opens that
  // page.
  await page.getByRole("tab", { name: "Activity Logs" }).focus();
  await page.keyboard.press("ArrowRight");
  expect(new URL(page.url()).pathname).toBe("/admin");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: HEADING }).waitFor();
  expect(page.url()).toBe(address);
  await page.getByRole("link", { name: "Back to Admin" }).click();
  await page.getByRole("heading", { level: 1, name: "Admin Dashboard" }).waitFor();
  await page.getByRole("tab", { name: "Detailed Logs" }).click();
  await page.getByRole("region", { name: "Activity logs" }).waitFor();
  await count("The newest 100 logs");
});

it("shows what an answer rests on when it is asked why", async () => {
  const why = cards().nth(0).locator("details");
  expect(await why.evaluate((details: HTMLDetailsElement) => details.open)).toBe(false);
  expect(await cards().nth(1).locator("details").count()).toBe(0);
  await why.getByText("Why did it say that?").click();
  const passages = why.getByRole("list", { name: "Passages that the model was given" });
  await passages.getByText(GROUNDING.passages[0]?.quote ?? "").waitFor();
  const told = await why.innerText();
  expect(told).toContain("2 of 3 claims are supported by the cited passages.");
  expect(told).toContain("The model was asked once more.");
  expect(told).toContain(GROUNDING.check.problems[0]);
  expect(told).toContain("version 0123456789ab");
  expect(told).toMatch(/pump manual\.pdf\s+Cited\s+Page 7 · 4\.2 Pressure · Version of /);
  await why.getByText("Why did it say that?").click();
});

it("shows every fact of a request, and says which facts are unknown", async () => {
  const full = cards().nth(0);
  await full.getByRole("heading", { name: "Voice Agent" }).waitFor();
  const facts = await textOf(full);
  for (const fact of [
    "Success",
    "Tech@demo.example",
    "Mobile",
    "192.0.2.7",
    "test-model",
    "1,850 ms",
    "1,200",
    "34",
    "1,234",
    "Short.",
    "pump manual.pdf",
    "safety.md",
  ]) {
    expect(facts).toContain(fact);
  }
  expect(facts).toContain(`${[...LONG_INPUT].slice(0, 200).join("")}…`.trim());
  const bare = await textOf(cards().nth(1));
  expect(bare).toMatch(/Device\s+Unknown\s+IP address\s+N\/A\s+AI model\s+N\/A/);
  expect(bare).toMatch(/Input tokens\s+0\s+Output tokens\s+0\s+Total tokens\s+0/);
  expect(bare).toContain("=HYPERLINK");
});

it("shows all of a request in one row of a wide screen, in an area that scrolls", async () => {
  await page.setViewportSize(DESKTOP);
  expect((await cards().nth(1).boundingBox())?.height).toBeLessThan(120);
  const starts = await cards()
    .first()
    .locator("h2, dl")
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect()));
  expect(starts[0]?.right).toBeLessThan(starts[1]?.left ?? 0);
  expect(Math.abs((starts[0]?.top ?? 0) - (starts[1]?.top ?? 0))).toBeLessThan(20);

  await cards().first().getByRole("button", { name: "Show whole input" }).click();
  const dialog = page.getByRole("dialog", { name: "Input" });
  await dialog.getByText("END").waitFor();
  expect(await dialog.getByRole("region", { name: "Input" }).textContent()).toBe(LONG_INPUT);
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.activeElement?.textContent === "Show whole input");

  const area = page.getByRole("region", { name: "Activity logs", exact: true });
  expect((await area.boundingBox())?.height).toBe(600);
  // Of a long list, only the rows near the screen are in the document.
  expect(await cards().count()).toBeLessThan(60);
  await page.setViewportSize(TABLET);
});

it("finds what a technician asked in some days, and keeps the filters in the address", async () => {
  await page.goto(address);
  await count("The newest 100 logs");
  await page.getByRole("button", { name: "Load 100 more" }).waitFor();
  // Older than all that this device has: the server finds them.
  await field("From").fill("2026-03-03");
  await field("Until").fill("2026-03-04");
  await count("2 logs");
  await field("From").fill("");
  await field("Until").fill("");
  for (const status of ["rate_limited", "failed"]) {
    await choose("Status", status);
    await count("1 log");
  }
  await choose("Status", "all");
  // Of the answer, with characters that have a meaning in a request.
  for (const text of ["50%", "throttle (m8, left"]) {
    await field("Input or output").fill(text);
    await count("1 log");
  }
  await field("Input or output").fill("throttle");
  await count("2 logs");
  await field("Search by email").fill("tech");
  await count("1 log");
  await page.waitForURL(/\/detailed-logs\?email=tech&text=throttle$/);
  await page.reload();
  await count("1 log");
  expect(await field("Input or output").inputValue()).toBe("throttle");
  expect(await page.getByLabel("Company").count()).toBe(0);
  await field("Input or output").fill("");
  await field("Search by email").fill(" TECH@ ");
  await field("From").fill("2026-04-01");
  await count("2 logs");
});

it("has the filters of a phone behind a button that says how many are set", async () => {
  await page.setViewportSize(PHONE);
  const button = page.getByRole("button", { name: "Filters (2)" });
  await button.waitFor();
  expect(await field("Search by email").isVisible()).toBe(false);
  await button.click();
  expect(await field("Search by email").isVisible()).toBe(true);
  await page.setViewportSize(TABLET);
  expect(await button.isVisible()).toBe(false);
  expect(await field("Search by email").isVisible()).toBe(true);
});

it("tells a super administrator the company of each log, and filters by it", async () => {
  const owner = await signedIn(stack, stack.superAdministrator, { device: "super", size: DESKTOP });
  await owner.goto(`${address}?text=throttle`);
  await owner.getByText("3 logs", { exact: true }).waitFor();
  await owner.getByText("zoe@zenith.example · Zenith Logs").waitFor();
  await owner.getByLabel("Company", { exact: true }).selectOption("Zenith Logs");
  await owner.getByText("1 log", { exact: true }).waitFor();
  await owner.waitForURL(new RegExp(`/detailed-logs\\?company=${ZENITH}&text=throttle$`));
});

it("shows the stored logs without a network, and new logs without a reload once it is back", async () => {
  await page.context().setOffline(true);
  await page.getByText(/^As of /).waitFor();
  expect(await cards().count()).toBe(2);
  await choose("Agent type", "snap_agent");
  await page.getByText("These logs are not on this device yet.").waitFor();
  await choose("Agent type", "all");
  await cards().first().waitFor();
  await writeDetailedLogs(stack, [{ company_id: stack.company.id, user_email: stack.technician }]);
  await page.context().setOffline(false);
  await count("3 logs");
  await page.getByText(/^As of /).waitFor({ state: "hidden" });
});
