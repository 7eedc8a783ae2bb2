// @module-tag rest

import { readFileSync } from "node:fs";
import papaparse from "papaparse";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rest } from "../support/backend.ts";
import { type LogRow, writeDetailedLogs } from "../support/e2e/detailed-logs.ts";
import { holdRequests } from "../support/e2e/hold-requests.ts";
import { DESKTOP } from "../support/e2e/screens.ts";
import { type Stack, startStack } from "../support/e2e/stack.ts";
import { signInAs } from "../support/e2e/voice-pages.ts";

const ZENITH = crypto.randomUUID();

let stack: Stack;
let page: Page;
const field = (label: string) => page.getByLabel(label, { exact: true });
const count = (words: string) => page.getByText(words, { exact: true }).waitFor();

/** The lines of the file that the page saves, the first of which names the columns. */
async function exported(): Promise<string[][]> {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const csv = readFileSync(await (await download).path(), "utf8").replace("\ufeff", "");
  return papaparse.parse<string[]>(csv).data;
}

/** Noon of a day of March 2026, in the time zone of the tests and their browser. */
const noonOf = (day: number) => new Date(2026, 2, day, 12).toISOString();

beforeAll(async () => {
  stack = await startStack({ withProvider: false });
  await rest(stack.backend, "service", "POST", "companies", { id: ZENITH, name: "Zenith Logs" });
  const log = (created_at: string, input_text: string, row: LogRow = {}): LogRow => ({
    ...{
      company_id: stack.company.id,
      user_email: stack.technician,
      agent_type: "ask_agent",
      created_at,
      input_text,
    },
    ...row,
  });
  await writeDetailedLogs(stack, [
    log(noonOf(3), "Which THROTTLE is it?"),
    log(noonOf(4), "What does 50% mean?"),
    log(noonOf(5), "Where is it?", {
      ...{ output_text: "Under the throttle (M8, left).", user_email: "kim@demo.example" },
    }),
    log(noonOf(6), "A throttle of Zenith", {
      company_id: ZENITH,
      user_email: "zoe@zenith.example",
    }),
    ...Array.from({ length: 130 }, (_, at) => log(noonOf(20 + (at % 10)), `Note ${at}`)),
  ]);
  page = await (await stack.browser()).newPage();
  await page.setViewportSize(DESKTOP);
});
afterAll(() => stack.stop());

it("finds what a technician asked in some days, and keeps the filters in the address", async () => {
  await signInAs(page, stack.network.url, stack.administrator);
  await page.goto(`${stack.network.url}/detailed-logs`);
  await count("The newest 100 logs");
  // Older than all that this device has: the server finds them.
  await field("From").fill("2026-03-03");
  await field("Until").fill("2026-03-04");
  await count("2 logs");
  await field("From").fill("");
  await field("Until").fill("");
  await field("Input or output").fill("throttle");
  await count("2 logs");
  await field("Input or output").fill("50%");
  await count("1 log");
  // Of the answer, with characters that have a meaning in a request.
  await field("Input or output").fill("throttle (m8, left");
  await count("1 log");
  await field("Input or output").fill("");
  await field("From").fill("2026-03-03");
  await field("Until").fill("2026-03-04");
  await count("2 logs");
  await field("Search by email").fill("tech");
  await field("Until").fill("2026-03-05");
  await count("2 logs");
  await page.waitForURL(/\/detailed-logs\?email=tech&from=2026-03-03&until=2026-03-05$/);
  await page.reload();
  await count("2 logs");
  expect(await field("Until").inputValue()).toBe("2026-03-05");
  expect(await page.getByLabel("Company").count()).toBe(0);
});

it("leaves out what is older than a day already on the server", async () => {
  await page.goto(`${stack.network.url}/detailed-logs?from=2026-03-20`);
  await count("The newest 100 logs");
  // The device filters what it shows again, but a file holds what the server gave.
  expect(await exported()).toHaveLength(131);
});

it("exports all logs while it shows the newest hundred, and loads more of them", async () => {
  await page.goto(`${stack.network.url}/detailed-logs`);
  const more = page.getByRole("button", { name: "Load 100 more" });
  await more.waitFor();
  const data = await exported();
  expect(data).toHaveLength(134);
  expect(data[0]).not.toContain("Company");
  await more.click();
  await count("133 logs");
  await more.waitFor({ state: "detached" });
  await page.waitForURL(/\/detailed-logs\?shown=200$/);
  await page.reload();
  await count("133 logs");
});

it("keeps a press on Export CSV that comes before the server can be asked", async () => {
  // Without the worker, the code that asks the server comes from the network at each start.
  stack.network.passage = (_, path) => (path === "/service-worker.js" ? "lose-reply" : "pass");
  const impatient = await (await stack.browser("impatient")).newPage();
  await impatient.setViewportSize(DESKTOP);
  await signInAs(impatient, stack.network.url, stack.administrator);
  await impatient.goto(`${stack.network.url}/detailed-logs`);
  await impatient.getByText("The newest 100 logs", { exact: true }).waitFor();
  const pass = await holdRequests(impatient, /\/page-sync-/);
  await impatient.goto(`${stack.network.url}/detailed-logs`, { waitUntil: "commit" });
  await impatient.getByRole("button", { name: "Export CSV" }).click();
  await impatient.getByRole("button", { name: "Cancel export" }).waitFor();
  const download = impatient.waitForEvent("download");
  pass();
  const csv = readFileSync(await (await download).path(), "utf8");
  expect(papaparse.parse(csv).data).toHaveLength(134);
  await impatient.getByRole("button", { name: "Cancel export" }).waitFor({ state: "detached" });
  stack.network.passage = () => "pass";
});

it("tells a super administrator the company of each log, and filters by it", async () => {
  const owner = await (await stack.browser("super")).newPage();
  page = owner;
  await page.setViewportSize(DESKTOP);
  await signInAs(page, stack.network.url, stack.superAdministrator);
  await page.goto(`${stack.network.url}/detailed-logs?text=throttle`);
  await count("3 logs");
  const zoe = page.getByRole("row").filter({ hasText: "zoe@zenith.example" });
  await zoe.getByRole("cell", { name: "Zenith Logs", exact: true }).waitFor();
  await zoe.getByRole("rowheader").click();
  await page.getByText("zoe@zenith.example · Zenith Logs").waitFor();
  await field("Company").selectOption("Zenith Logs");
  await count("1 log");
  await page.waitForURL(new RegExp(`/detailed-logs\\?company=${ZENITH}&text=throttle$`));
  const data = await exported();
  expect(data.map((row) => row.at(-1))).toEqual(["Company", "Zenith Logs"]);
});
