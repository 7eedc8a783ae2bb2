// @module-tag rest

import { readFileSync } from "node:fs";
import papaparse from "papaparse";
import type { Page } from "playwright";
import { beforeAll, expect, it } from "vitest";
import { downloadBy, stackForTests } from "../support/e2e/pages.ts";
import { DESKTOP, TABLET } from "../support/e2e/screens.ts";
import { signInAs } from "../support/e2e/voice-pages.ts";

/** With the others, more than the page shows at first; many of them were made at equal times. */
const NOTES = 60;
/** How many logs the company has. */
const ALL = NOTES + 8;
const ANSWER = `**Check** the pump.\n\n${"1. Turn it and look at the gauge again. ".repeat(8)}The end.`;
const TEXT = "Question or answer";

const stack = stackForTests({ withProvider: false });
let page: Page;
const OLD_NOTE = "The oldest note of all";

const field = (label: string) => page.getByLabel(label, { exact: true });
const count = (words: string) => page.getByText(words, { exact: true }).waitFor();
const more = () => page.getByRole("button", { name: "Load 50 more" });
const questions = () =>
  page.getByRole("list", { name: "Activity" }).locator("li dl > :first-child dd");
/** The list shows the rows a moment after the page shows their count. */
const untilQuestions = (texts: readonly string[]) =>
  expect.poll(() => questions().allInnerTexts()).toEqual(texts);

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
/** Noon of a day of March 2026, in the time zone of the tests and their browser. */
const noonOf = (day: number) => new Date(2026, 2, day, 12).toISOString();

async function exported(): Promise<Record<string, string>[]> {
  const download = await downloadBy(page.getByRole("button", { name: "Export CSV" }));
  expect(download.suggestedFilename()).toMatch(/^logs-\d{4}-\d\d-\d\d\.csv$/);
  const csv = readFileSync(await download.path(), "utf8").replace("\ufeff", "");
  return papaparse.parse<Record<string, string>>(csv, { header: true }).data;
}

beforeAll(async () => {
  const [taylor, admin] = await Promise.all([
    stack.userId(stack.technician),
    stack.userId(stack.administrator),
  ]);
  const log = (created_at: string, input_data: string, row: Record<string, unknown> = {}) => ({
    ...{ id: crypto.randomUUID(), user_id: taylor, agent_type: "ask", input_type: "text" },
    ...{ input_data, output_summary: "Nothing", captured_at: null, created_at },
    ...row,
  });
  const gone = log(ago(2), "=HYPERLINK(1)", { agent_type: "voice", input_type: "voice" });
  await stack.write("POST", "agent_logs", [
    log(ago(1), "", {
      ...{ agent_type: "snap", input_type: "image" },
      ...{ input_data: null, output_summary: "# Rust" },
    }),
    gone,
    log(ago(3), "Why?", { output_summary: ANSWER }),
    log(noonOf(3), "Which VALVE is it?"),
    log(noonOf(4), "How full?", { output_summary: "Up to 50% (that is half), then stop." }),
    log(noonOf(5), "Where is the valve?", { user_id: admin, agent_type: "label" }),
    // Made on the 2nd, and sent days later.
    log(noonOf(9), "Left the valve open", { captured_at: noonOf(2), agent_type: "voice" }),
    log(new Date(2026, 1, 1).toISOString(), OLD_NOTE),
    ...Array.from({ length: NOTES }, (_, at) => log(noonOf(20 + (at % 10)), `Note ${at}`)),
  ]);
  await stack.write("PATCH", `agent_logs?id=eq.${gone.id}`, { user_id: null });
  page = await (await stack.browser()).newPage();
});

it("shows who asked what, and the answer", async () => {
  await page.setViewportSize(TABLET);
  await signInAs(page, stack.network.url, stack.administrator);
  await page.getByRole("tab", { name: "Activity Logs", exact: true }).click();
  await page.getByRole("heading", { name: "Complete Usage History" }).waitFor();
  const entries = page.getByRole("list", { name: "Activity" }).getByRole("listitem");
  const texts = async () => (await entries.allTextContents()).slice(0, 3);
  // The names come with the list of people, which may be later.
  await expect
    .poll(async () => (await texts()).map((text) => /Deleted user|Taylor Brooks/.exec(text)?.[0]))
    .toEqual(["Taylor Brooks", "Deleted user", "Taylor Brooks"]);
  const shown = await texts();
  for (const [index, parts] of [
    [stack.technician, "Snap Agent", "Image", "A photo", "Rust"],
    ["Voice Agent", "Voice", "=HYPERLINK(1)", "Nothing"],
    [stack.technician, "Ask Agent", "Text", "Why?", "Check the pump."],
  ].entries()) {
    for (const part of parts) expect(shown[index]).toContain(part);
  }
  expect(shown.join()).not.toMatch(/\*\*|# Rust|The end\./);
  await entries.nth(2).getByRole("button", { name: "Show all of the answer" }).click();
  await entries.nth(2).getByText("The end.").waitFor();
});

it("finds what a person asked in some days, with a text of the question or the answer", async () => {
  await page.setViewportSize(DESKTOP);
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
  await field("Days").selectOption("Last week");
  await page.getByText("No activity matches your filters", { exact: true }).waitFor();
  await page.waitForURL(/&from=\d{4}-\d\d-\d\d&until=\d{4}-\d\d-\d\d$/);
  // By when it was made, not when it arrived.
  await field("From").fill("2026-03-02");
  await field("Until").fill("2026-03-03");
  expect(await field("Days").inputValue()).toBe("Chosen days");
  await count("2 entries");
  await field(TEXT).fill("open");
  await count("1 entry");
  await field(TEXT).fill("");
  await count("2 entries");
  await untilQuestions(["Which VALVE is it?", "Left the valve open"]);
});

it("loads more than the newest fifty, exports all there are, and sorts all that is shown", async () => {
  await page.goto(`${stack.network.url}/admin?tab=activity-logs`);
  await more().waitFor();
  const rows = await exported();
  expect(new Set(rows.map(({ Question }) => Question)).size).toBe(ALL);
  expect(rows).toHaveLength(ALL);
  expect(rows.at(-1)?.Question).toBe(OLD_NOTE);
  await more().focus();
  await page.keyboard.press("Enter");
  await count(`${ALL} entries`);
  await more().waitFor({ state: "detached" });
  // A reload brings as many.
  await page.waitForURL(/[?&]shown=100$/);
  await page.reload();
  await count(`${ALL} entries`);
  await field("Sort by").selectOption("question");
  await page.getByRole("button", { name: "Reverse the order" }).click();
  await expect.poll(() => questions().first().innerText()).toBe("Why?");
  // A filter finds what is older than the newest fifty.
  await field(TEXT).fill("oldest NOTE");
  await count("1 entry");
  // What was loaded of other logs says nothing about these, nor when the filter is taken out again.
  await page.waitForURL(/\?tab=activity-logs&sort=-question&text=oldest\+NOTE$/);
  await field(TEXT).fill("");
  await count("The newest 50 entries");
});
