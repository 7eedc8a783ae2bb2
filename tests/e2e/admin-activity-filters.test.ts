// @module-tag rest

import { readFileSync } from "node:fs";
import papaparse from "papaparse";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rest } from "../support/backend.ts";
import { DESKTOP } from "../support/e2e/screens.ts";
import { untilSettled } from "../support/e2e/settled.ts";
import { type Stack, startStack } from "../support/e2e/stack.ts";
import { untilToast } from "../support/e2e/toasts.ts";
import { signInAs } from "../support/e2e/voice-pages.ts";

const ZENITH = crypto.randomUUID();
/** With the others, more than a page of the export holds; many of them were made at equal times. */
const NOTES = 230;
const TEXT = "Question or answer";

let stack: Stack;
let page: Page;
const OLD_NOTE = "The oldest note of all";

const field = (label: string) => page.getByLabel(label, { exact: true });
const count = (words: string) => page.getByText(words, { exact: true }).waitFor();
const more = () => page.getByRole("button", { name: "Load 50 more" });
const questions = () =>
  page.getByRole("table", { name: "Activity" }).locator("tbody tr[aria-rowindex] td:nth-child(5)");
/** The table shows the rows a moment after the page shows their count. */
const untilQuestions = (texts: readonly string[]) =>
  expect.poll(() => questions().allInnerTexts()).toEqual(texts);

/** Noon of a day of March 2026, in the time zone of the tests and their browser. */
const noonOf = (day: number) => new Date(2026, 2, day, 12).toISOString();

async function exported(): Promise<Record<string, string>[]> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  const csv = readFileSync(await download.path(), "utf8").replace("\ufeff", "");
  return papaparse.parse<Record<string, string>>(csv, { header: true }).data;
}

beforeAll(async () => {
  stack = await startStack({ withProvider: false });
  const [taylor, admin] = await Promise.all([
    stack.userId(stack.technician),
    stack.userId(stack.administrator),
  ]);
  const log = (created_at: string, input_data: string, row: Record<string, unknown> = {}) => ({
    ...{ id: crypto.randomUUID(), user_id: taylor, agent_type: "ask", input_type: "text" },
    ...{ input_data, output_summary: "Nothing", captured_at: null, created_at },
    ...row,
  });
  const atZenith = log(noonOf(5), "A valve of Zenith");
  const write = async (method: "POST" | "PATCH", path: string, body: unknown) => {
    const reply = await rest(stack.backend, "service", method, path, body);
    expect(reply.status).toBeLessThan(300);
  };
  await write("POST", "companies", { id: ZENITH, name: "Zenith Activity" });
  await write("POST", "agent_logs", [
    log(noonOf(3), "Which VALVE is it?"),
    log(noonOf(4), "How full?", { output_summary: "Up to 50% (that is half), then stop." }),
    log(noonOf(5), "Where is the valve?", { user_id: admin, agent_type: "label" }),
    // Made on the 2nd, and sent days later.
    log(noonOf(9), "Left the valve open", { captured_at: noonOf(2), agent_type: "voice" }),
    atZenith,
    log(new Date(2026, 1, 1).toISOString(), OLD_NOTE),
    ...Array.from({ length: NOTES }, (_, at) => log(noonOf(20 + (at % 10)), `Note ${at}`)),
  ]);
  await write("PATCH", `agent_logs?id=eq.${atZenith.id}`, { company_id: ZENITH });
  page = await (await stack.browser()).newPage();
  await page.setViewportSize(DESKTOP);
});
afterAll(() => stack.stop());

it("finds what a person asked in some days, with a text of the question or the answer", async () => {
  await signInAs(page, stack.network.url, stack.administrator);
  await page.goto(`${stack.network.url}/admin?tab=activity-logs`);
  await count("The newest 50 entries");
  await field(TEXT).fill("valve");
  await count("3 entries");
  await field("Person").selectOption("Taylor Brooks");
  await count("2 entries");
  await field("Agent type").selectOption("Voice Agent");
  await count("1 entry");
  await untilQuestions(["Left the valve open"]);
  await field("Agent type").selectOption("All agents");
  await field(TEXT).fill("50% (that is half), then");
  await count("1 entry");
  await field(TEXT).fill("50_");
  await page.getByText("No activity matches your filters", { exact: true }).waitFor();
  await field(TEXT).fill("");
  // By when it was made, not when it arrived.
  await field("From").fill("2026-03-02");
  await field("Until").fill("2026-03-03");
  await count("2 entries");
  await field(TEXT).fill("open");
  await count("1 entry");
  await field(TEXT).fill("");
  await count("2 entries");
  await untilQuestions(["Which VALVE is it?", "Left the valve open"]);
});

it("exports what is filtered, and keeps the filters in the address", async () => {
  const filtered = ["Which VALVE is it?", "Left the valve open"];
  expect((await exported()).map(({ Question }) => Question)).toEqual(filtered);
  await page.waitForURL(/tab=activity-logs&person=[\w-]{36}&from=2026-03-02&until=2026-03-03$/);
  await page.reload();
  await count("2 entries");
  expect(await field("Until").inputValue()).toBe("2026-03-03");
  // The names of the people are read from the device after the entries.
  await expect
    .poll(() => field("Person").locator("option:checked").textContent())
    .toBe("Taylor Brooks");
  // Another tab has its own filters; back brings these.
  await page.getByRole("tab", { name: "Users" }).click();
  await page.getByRole("table", { name: "Team Members" }).waitFor();
  await page.goBack();
  await count("2 entries");
  expect(await field("From").inputValue()).toBe("2026-03-02");
});

it("loads more than the newest fifty, exports all there are, and sorts all that is shown", async () => {
  await page.goto(`${stack.network.url}/admin?tab=activity-logs`);
  await more().waitFor();
  await untilSettled(page);
  const placeOfMore = () =>
    more().evaluate((button) => Math.round(button.getBoundingClientRect().top + window.scrollY));
  const place = await placeOfMore();
  await more().focus();
  await untilSettled(page);
  // It would move away from under a finger that is about to press it.
  expect(await placeOfMore()).toBe(place);
  // The button is ready again only when what it brought is there.
  await page.evaluate(() => {
    const words = () => document.querySelector("[aria-live=polite]")?.textContent;
    const before = words();
    new MutationObserver(() => {
      const labels = [...document.querySelectorAll("main button")].map((each) => each.textContent);
      if (labels.includes("Loading...")) document.body.dataset.began = "";
      else if (words() === before && "began" in document.body.dataset) {
        document.body.dataset.early = "";
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  await page.keyboard.press("Enter");
  await count("The newest 100 entries");
  expect(await page.evaluate(() => ({ ...document.body.dataset }))).toEqual({ began: "" });
  // The keyboard goes on from the button.
  expect(await more().evaluate((button) => button === document.activeElement)).toBe(true);
  const rows = await exported();
  expect(rows).toHaveLength(NOTES + 5);
  expect(new Set(rows.map(({ Question }) => Question)).size).toBe(NOTES + 5);
  expect(rows.at(-1)?.Question).toBe(OLD_NOTE);
  for (const newest of [150, 200]) {
    await more().click();
    await count(`The newest ${newest} entries`);
  }
  await more().click();
  await count(`${NOTES + 5} entries`);
  await more().waitFor({ state: "detached" });
  // A reload brings as many.
  await page.waitForURL(/[?&]shown=250$/);
  await page.reload();
  await count(`${NOTES + 5} entries`);
  const heading = page.getByRole("columnheader", { name: "Question", exact: true });
  await heading.getByRole("button").click();
  await expect.poll(() => questions().first().innerText()).toBe("How full?");
  await heading.getByRole("button").click();
  await expect.poll(() => questions().first().innerText()).toBe("Which VALVE is it?");
  // A filter finds what is older than the newest fifty.
  await field(TEXT).fill("oldest NOTE");
  await count("1 entry");
  // What was loaded of other logs says nothing about these, nor when the filter is taken out again.
  await page.waitForURL(/\?tab=activity-logs&sort=-question&text=oldest\+NOTE$/);
  await field(TEXT).fill("");
  await count("The newest 50 entries");
});

it("saves no file of a part of them: not when it is cancelled, and not offline", async () => {
  let files = 0;
  page.on("download", () => files++);
  await page.goto(`${stack.network.url}/admin?tab=activity-logs`);
  await count("The newest 50 entries");
  stack.network.passage = (_, path) => (path.includes("limit=200") ? "stall" : "pass");
  const start = page.getByRole("button", { name: "Export CSV" });
  await start.click();
  await page.getByText("Loading...", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Cancel export" }).click();
  await page.getByText("Loading...", { exact: true }).waitFor({ state: "detached" });
  expect(await start.evaluate((button) => button === document.activeElement)).toBe(true);
  stack.network.passage = () => "pass";
  stack.network.cut();
  await page.evaluate(() => window.dispatchEvent(new Event("offline")));
  await page.getByText(/^As of /).waitFor();
  await start.click();
  await untilToast(page, "alert", "Not exported", "not all entries are on this device");
  stack.network.restore();
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  expect(files).toBe(0);
});

it("shows a super administrator the filtered activity of each company", async () => {
  page = await (await stack.browser("super")).newPage();
  await page.setViewportSize(DESKTOP);
  await signInAs(page, stack.network.url, stack.superAdministrator);
  await page.goto(
    `${stack.network.url}/admin?tab=activity-logs&text=valve&company=${stack.company.id}`,
  );
  await count("3 entries");
  await field("Managing Company").selectOption("Zenith Activity");
  await count("1 entry");
  expect(await field(TEXT).inputValue()).toBe("valve");
  expect((await exported()).map(({ Question }) => Question)).toEqual(["A valve of Zenith"]);
  await page.reload();
  await count("1 entry");
});
