// @module-tag rest

import { readFileSync } from "node:fs";
import papaparse from "papaparse";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rest } from "../support/backend.ts";
import type { ChromiumProcess } from "../support/e2e/chromium.ts";
import { TABLET } from "../support/e2e/screens.ts";
import { type Stack, startStack } from "../support/e2e/stack.ts";
import { signInAs } from "../support/e2e/voice-pages.ts";

const OTHER_COMPANY = "0b1f2c3d-0000-4000-8000-0000000000c1";
const ANSWER = `**Check** the valve.\n\n${"1. Turn it and look at the gauge again. ".repeat(8)}The end.`;

let stack: Stack;
let browser: ChromiumProcess;
let page: Page;
let technician: string;

beforeAll(async () => {
  stack = await startStack({ withProvider: false });
  technician = await stack.userId(stack.technician);
  await service("POST", "companies", { id: OTHER_COMPANY, name: "Zenith Boilers" });
  browser = await stack.browser();
  page = await browser.newPage();
  await page.setViewportSize(TABLET);
});
afterAll(async () => {
  expect(browser.consoleTrouble).toEqual([]);
  await stack.stop();
});

async function service(method: "POST" | "PATCH", path: string, body: unknown): Promise<void> {
  const reply = await rest(stack.backend, "service", method, path, body);
  expect(reply.status).toBeLessThan(300);
}

const minute = (number: number) => new Date(Date.UTC(2026, 2, 1, 8, number)).toISOString();

const log = (number: number, more: Record<string, unknown> = {}) => ({
  id: crypto.randomUUID(),
  user_id: technician,
  agent_type: "voice",
  input_type: "voice",
  input_data: `Said ${number}`,
  output_summary: `Summary ${number}`,
  captured_at: null,
  created_at: minute(number),
  ...more,
});

const entries = () => page.getByRole("list", { name: "Activity" }).getByRole("listitem");
const exportButton = () => page.getByRole("button", { name: "Export CSV" });

async function openTab(): Promise<void> {
  await page.getByRole("tab", { name: "Activity Logs", exact: true }).click();
  await page.getByRole("heading", { name: "Complete Usage History" }).waitFor();
}

async function exported(): Promise<Record<string, string>[]> {
  const [download] = await Promise.all([page.waitForEvent("download"), exportButton().click()]);
  expect(download.suggestedFilename()).toMatch(/^logs-\d{4}-\d\d-\d\d\.csv$/);
  const text = readFileSync(await download.path(), "utf8");
  expect(text.startsWith('\ufeff"Date","User","Agent","Input Type","Question","Answer"\r\n')).toBe(
    true,
  );
  return papaparse.parse<Record<string, string>>(text.slice(1), { header: true }).data;
}

it("says that there is no activity before anything is logged", async () => {
  await signInAs(page, stack.network.url, stack.administrator);
  await openTab();
  await page.getByText("No activity yet").waitFor();
  expect(await exportButton().isDisabled()).toBe(true);
});

it("shows who asked what, and the answer, without a reload", async () => {
  const gone = log(3, { input_data: "=HYPERLINK(1)", output_summary: "Kept" });
  const foreign = log(9, { input_data: "A secret of others" });
  await service("POST", "agent_logs", [
    // Made before all others, and sent after them.
    log(1, { captured_at: "2026-02-20T06:00:00+00:00", created_at: minute(5) }),
    log(2, { agent_type: "ask", input_type: "text", input_data: "Why?", output_summary: ANSWER }),
    gone,
    log(4, { agent_type: "snap", input_type: "image", input_data: null, output_summary: "# Rust" }),
    foreign,
  ]);
  await service("PATCH", `agent_logs?id=eq.${gone.id}`, { user_id: null });
  await service("PATCH", `agent_logs?id=eq.${foreign.id}`, { company_id: OTHER_COMPANY });
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect.poll(() => entries().count()).toBe(4);

  // The names come with the list of people, which may be later.
  await expect
    .poll(async () =>
      (await entries().allTextContents()).map(
        (text) => /Deleted user|Taylor Brooks/.exec(text)?.[0],
      ),
    )
    .toEqual(["Taylor Brooks", "Deleted user", "Taylor Brooks", "Taylor Brooks"]);
  const texts = await entries().allTextContents();
  for (const [index, parts] of [
    [0, [stack.technician, "Snap Agent", "Image", "A photo", "Rust"]],
    [1, ["Voice Agent", "=HYPERLINK(1)", "Kept"]],
    [2, [stack.technician, "Ask Agent", "Text", "Why?", "Check the valve."]],
    [3, ["Voice Agent", "Voice", "Said 1", "Summary 1"]],
  ] as const) {
    for (const part of parts) expect(texts[index]).toContain(part);
  }
  expect(texts.join()).not.toMatch(/\*\*|# Rust|secret of others/);
  expect(await entries().nth(3).locator("time").getAttribute("datetime")).toBe(
    "2026-02-20T06:00:00.000Z",
  );

  const long = entries().nth(2);
  expect(await long.textContent()).not.toContain("The end.");
  await long.getByRole("button", { name: "Show all of the answer" }).click();
  await long.getByText("The end.").waitFor();
  await page.setViewportSize(TABLET);
});

it("exports the entries that are shown", async () => {
  const user = "Taylor Brooks";
  expect(await exported()).toEqual([
    row("2026-03-01T08:04:00.000Z", user, "snap", "image", "", "# Rust"),
    row("2026-03-01T08:03:00.000Z", "Deleted user", "voice", "voice", "'=HYPERLINK(1)", "Kept"),
    row("2026-03-01T08:02:00.000Z", user, "ask", "text", "Why?", ANSWER),
    row("2026-02-20T06:00:00.000Z", user, "voice", "voice", "Said 1", "Summary 1"),
  ]);
});

it("shows only the latest 50 entries of the company, and exports all", async () => {
  await service(
    "POST",
    "agent_logs",
    Array.from({ length: 50 }, (_, index) => log(10 + index)),
  );
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await entries().filter({ hasText: "Said 59" }).waitFor();
  expect(await entries().count()).toBe(50);
  // The file also holds the four that are older.
  expect(await exported()).toHaveLength(54);
});

it("shows a super administrator the activity of the company that they manage", async () => {
  await page.getByRole("button", { name: "Logout" }).first().click();
  await page.waitForURL("**/auth");
  await signInAs(page, stack.network.url, stack.superAdministrator);
  await page.goto(`${stack.network.url}/admin`);
  await openTab();
  await page.getByLabel("Managing Company").selectOption("Zenith Boilers");
  await entries().filter({ hasText: "A secret of others" }).waitFor();
  expect(await entries().count()).toBe(1);
  await page.getByLabel("Managing Company").selectOption(stack.company.name);
  await entries().filter({ hasText: "Said 59" }).waitFor();
  expect(await entries().filter({ hasText: "A secret of others" }).count()).toBe(0);
});

function row(
  date: string,
  user: string,
  agent: string,
  input: string,
  asked: string,
  said: string,
) {
  return {
    Date: date,
    User: user,
    Agent: agent,
    "Input Type": input,
    Question: asked,
    Answer: said,
  };
}
