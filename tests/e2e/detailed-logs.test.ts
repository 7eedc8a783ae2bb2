// @module-tag rest

import { readFileSync } from "node:fs";
import papaparse from "papaparse";
import type { Locator, Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ChromiumProcess } from "../support/e2e/chromium.ts";
import { writeDetailedLogs } from "../support/e2e/detailed-logs.ts";
import { DAY, ERROR, GROUNDING, LONG_INPUT, writeSampleLogs } from "../support/e2e/sample-logs.ts";
import { DESKTOP, TABLET } from "../support/e2e/screens.ts";
import { type Stack, startStack } from "../support/e2e/stack.ts";
import { openPage } from "../support/e2e/tour.ts";
import { signInAs, untilInstalled } from "../support/e2e/voice-pages.ts";

const HEADING = "Detailed Activity Logs";
let stack: Stack;
let browser: ChromiumProcess;
let page: Page;
let address: string;

beforeAll(async () => {
  stack = await startStack({ withProvider: false });
  address = `${stack.network.url}/detailed-logs`;
  await writeSampleLogs(stack);
  browser = await stack.browser();
  page = await browser.newPage();
  await page.setViewportSize(TABLET);
});
afterAll(async () => {
  // Leaves out the browser's own messages about the time without a network.
  const failed = browser.consoleTrouble.filter(
    (line) => !line.includes("ERR_INTERNET_DISCONNECTED"),
  );
  await stack.stop();
  expect(failed).toEqual([]);
});

const cards = () => page.getByRole("list", { name: "Logs" }).locator("> li");
const choose = (label: string, option: string) => page.getByLabel(label).selectOption(option);
const search = (email: string) => page.getByLabel("Search by email").fill(email);
/** The text of a card, with a space between terms and values. */
const textOf = async (card: Locator) =>
  (await card.locator("h2, span, dt, dd, p, li").allTextContents()).join(" ");
const count = (words: string) => page.getByText(words, { exact: true }).waitFor();

it("opens for administrators only", async () => {
  await page.goto(address);
  await page.waitForURL("**/auth");
  await signInAs(page, stack.network.url, stack.technician);
  await page.goto(address);
  await page.waitForURL("**/dashboard");
  expect(stack.network.passed.filter((line) => line.includes("detailed_agent_logs"))).toEqual([]);
  await page.getByRole("button", { name: "Logout" }).first().click();
  await page.waitForURL("**/auth");
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

it("shows a long text completely, and gives the focus back", async () => {
  const more = cards().nth(0).getByRole("button", { name: "Show whole input" });
  await more.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Input" });
  await dialog.getByText("END").waitFor();
  expect(await dialog.getByRole("region", { name: "Input" }).textContent()).toBe(LONG_INPUT);
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.activeElement?.textContent === "Show whole input");
});

it("shows on a wide screen a table, and all of a request beside it", async () => {
  await page.setViewportSize(DESKTOP);
  const table = page.getByRole("table", { name: "Logs" });
  const row = table.locator('tr[aria-rowindex="2"]');
  for (const cell of ["Tech@demo.example", "Voice Agent", "Success", "1,850 ms", "1,234"]) {
    await row.getByRole("cell", { name: cell, exact: true }).waitFor();
  }
  await row.getByRole("rowheader").click();
  const details = page.getByRole("region", { name: /^Voice Agent · Tech@demo\.example · / });
  await details.waitFor();
  const facts = await textOf(details);
  for (const fact of ["Mobile", "192.0.2.7", "test-model", "Short.", "pump manual.pdf"]) {
    expect(facts).toContain(fact);
  }
  await details.getByText("Why did it say that?").click();
  await details.getByText(GROUNDING.passages[0]?.quote ?? "").waitFor();

  // Escape closes the dialog first, then the details.
  await details.getByRole("button", { name: "Show whole input" }).click();
  await page.getByRole("dialog", { name: "Input" }).getByText("END").waitFor();
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.activeElement?.textContent === "Show whole input");
  await page.keyboard.press("Escape");
  await details.waitFor({ state: "detached" });
  const opener = row.getByRole("rowheader").getByRole("button");
  await expect.poll(() => opener.evaluate((each) => each === document.activeElement)).toBe(true);

  // The rows scroll in their own area, and the keyboard reaches the last one.
  const area = page.getByRole("region", { name: "Logs", exact: true });
  expect((await area.boundingBox())?.height).toBe(600);
  await page.keyboard.press("End");
  await table.locator('tr[aria-rowindex="101"]').getByText("bulk95@demo.example").waitFor();
  expect(await table.locator("tbody tr[aria-rowindex]").count()).toBeLessThan(60);
  await page.setViewportSize(TABLET);
});

it("scrolls a hundred logs in their own area, with only a few of them in the document", async () => {
  const area = page.getByRole("region", { name: "Activity logs" });
  expect((await area.boundingBox())?.height).toBe(600);
  const most = await area.evaluate(async (element) => {
    let seen = 0;
    while (element.scrollTop + element.clientHeight < element.scrollHeight - 1) {
      element.scrollTop += 400;
      await new Promise(requestAnimationFrame);
      seen = Math.max(seen, element.querySelectorAll("li").length);
    }
    return seen;
  });
  expect(most).toBeLessThan(30);
  await page.locator('[aria-posinset="100"]').getByText("bulk95@demo.example").waitFor();
});

it("lists the logs that match the filters, which the server applies", async () => {
  await choose("Agent type", "ask_agent");
  await count("1 log");
  await choose("Agent type", "all");
  for (const status of ["rate_limited", "failed"]) {
    await choose("Status", status);
    await count("1 log");
  }
  await choose("Agent type", "voice_agent");
  await page.getByText("No logs found matching your filters").waitFor();
  await choose("Agent type", "all");
  await choose("Status", "all");
  await search(" TECH@ ");
  await count("2 logs");
});

it("exports the listed logs so that a spreadsheet runs none of them as a formula", async () => {
  const today = await page.evaluate(() => new Date().toLocaleDateString("sv-SE"));
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`agent-logs-${today}.csv`);
  const bytes = readFileSync(await download.path());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const text = bytes.subarray(3).toString();
  expect(text.startsWith('"Timestamp","User Email","Agent Type","Action",')).toBe(true);
  const [headings, ...rows] = papaparse.parse<string[]>(text).data;
  expect(headings?.slice(4)).toEqual([
    "Status",
    "Device Type",
    "IP Address",
    "AI Model",
    "Input Tokens",
    "Output Tokens",
    "Total Tokens",
    "Response Time (ms)",
    "Error Message",
  ]);
  expect(rows.map(([, ...row]) => row)).toEqual([
    [
      "Tech@demo.example",
      "voice_agent",
      "transcribe",
      "success",
      "Mobile",
      "192.0.2.7",
      "test-model",
      "1200",
      "34",
      "1234",
      "1850",
      "",
    ],
    [stack.technician, "ask_agent", "query", "error", "", "", "", "", "", "", "", `'${ERROR}`],
  ]);
  expect(rows[0]?.[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
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

it("sums up the requests of an agent's day", async () => {
  const charts = () =>
    page.evaluate(() =>
      performance.getEntriesByType("resource").some(({ name }) => name.includes("/analytics-")),
    );
  expect(await charts()).toBe(false);
  await page.getByRole("tab", { name: "Analytics Summary" }).click();
  const card = page
    .getByRole("region", { name: "Analytics by agent and day" })
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: "Label Agent" }) })
    .filter({ has: page.locator(`time[datetime="${DAY}"]`) });
  await card.waitFor();
  const facts = await card.locator("dl > div").allInnerTexts();
  expect(facts.map((fact) => fact.replaceAll(/\s+/g, " "))).toEqual([
    "Total requests 3",
    "Success rate 67%",
    "Average response time 813 ms",
    "Unique users 2",
    "Total tokens 1,234,567",
    "Average tokens per request 617,284",
    "Failed requests 1",
    "Estimated cost $0.1235",
  ]);
  const unpriced = page
    .getByRole("region", { name: "Analytics by agent and day" })
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: "Voice Agent" }) });
  await unpriced.first().getByText("unknown", { exact: true }).waitFor();
  const requests = page.getByRole("region", { name: "Requests by agent", exact: true });
  await requests.locator(".recharts-bar-rectangle path").first().waitFor({ state: "attached" });
  await requests.getByText("Show as a table").click();
  await requests.getByRole("row", { name: "Label Agent 2 2", exact: true }).waitFor();
  expect(await charts()).toBe(true);
});
