// @module-tag rest

import type { Page } from "playwright";
import { beforeAll, expect, it, vi } from "vitest";
import type { ChromiumProcess } from "../support/e2e/chromium.ts";
import { overlapTrouble } from "../support/e2e/overlaps.ts";
import { followTheme } from "../support/e2e/page-checks.ts";
import { goOffline, goOnline, isFocused, stackForTests } from "../support/e2e/pages.ts";
import { PHONE } from "../support/e2e/screens.ts";
import { untilSettled } from "../support/e2e/settled.ts";
import { ON_PAGES, TOUR_MS, troubleIn, troubleOn } from "../support/e2e/tour.ts";
import { recordNote, signInAs, untilInstalled } from "../support/e2e/voice-pages.ts";
import { cutTextTrouble } from "./cut-text.ts";

vi.setConfig({ testTimeout: TOUR_MS });

const BOILER = crypto.randomUUID();
const PUMP = crypto.randomUUID();

const stack = stackForTests();
let browser: ChromiumProcess;
let page: Page;

const chip = () => page.getByRole("button", { name: /^Job: / });
const sheet = () => page.getByRole("dialog", { name: "Job" });
const choice = (name: string | RegExp) => sheet().getByRole("button", { name });
const entries = () => page.getByRole("list", { name: "History" }).getByRole("article");
const open = (path: string) => page.goto(`${stack.network.url}${path}`);

beforeAll(async () => {
  const company_id = stack.company.id;
  const kestrel = { maker: "Kestrel", model: "900", serial: "K9-0042" };
  const place = { customer: "Harbour Hotel", site: "4 Quay Street" };
  await stack.write("POST", "jobs", [
    {
      ...place,
      id: BOILER,
      company_id,
      number: "A-200",
      title: "Boiler room",
      equipment: [kestrel],
    },
    { ...place, id: PUMP, company_id, number: "A-90", title: "Pump", equipment: [] },
  ]);
  browser = await stack.browser();
  page = await browser.newPage();
  await followTheme(page);
  await page.setViewportSize(PHONE);
  await signInAs(page, stack.network.url, stack.technician);
  await untilInstalled(page);
});

it("takes a note into a job, moves it to another without a network, and sends the move once", async () => {
  await open("/voice-agent");
  await chip().click();
  await page.getByText("2 open jobs").waitFor();
  await page.goBack();
  await sheet().waitFor({ state: "detached" });
  await chip().click();
  await sheet().getByLabel("Search the open jobs").fill("quay k9-0042");
  await page.getByText("1 open job", { exact: true }).waitFor();
  await choice(/A-200 · Boiler room/).click();
  await sheet().waitFor({ state: "detached" });
  await expect.poll(() => isFocused(chip())).toBe(true);
  expect(await chip().textContent()).toBe("Job: A-200 · Boiler room");
  await recordNote(page, 1);
  await page.getByText("Saved on this device.").waitFor();
  await page.getByText("Full Transcription").waitFor();

  await open("/history");
  // On a small phone the six buttons of a note stand in two rows of three.
  await page.setViewportSize({ ...PHONE, width: 320 });
  const beside = entries()
    .getByRole("button", { name: /^Job, / })
    .locator("..")
    .locator("> button");
  const tops = () =>
    beside.evaluateAll((each) => each.map((one) => one.getBoundingClientRect().top));
  const inLastRow = async () => (await tops()).filter((top, _, all) => top === all.at(-1)).length;
  await expect.poll(inLastRow).toBe(3);
  expect(await beside.count()).toBe(6);
  await page.setViewportSize({ ...PHONE, height: 320 });
  const scrolled = () => page.evaluate(() => scrollY);
  await page.mouse.wheel(0, 1000);
  await expect.poll(scrolled).toBeGreaterThan(100);
  await entries().getByRole("link", { name: "A-200 · Boiler room" }).click();
  await page.getByRole("heading", { level: 1, name: "A-200 · Boiler room" }).waitFor();
  expect(await scrolled()).toBe(0);
  await page.setViewportSize(PHONE);
  await page.getByText("Harbour Hotel").waitFor();
  await page.getByText("Kestrel 900, K9-0042").waitFor();
  expect(await entries().count()).toBe(1);

  await goOffline(stack, page);
  await entries()
    .getByRole("button", { name: /^Job, / })
    .click();
  await choice(/A-90 · Pump/).click();
  await page.getByText("Now in A-90 · Pump.").waitFor();
  await page.getByText("Nothing was made for this job yet.").waitFor();
  await open(`/history?job=${PUMP}`);
  await entries().getByText("Full Transcription").waitFor();

  await goOnline(stack, page);
  const moves = () => stack.rows("entry_changes", `job_id=eq.${PUMP}&select=kind`);
  await expect.poll(moves).toEqual([{ kind: "job" }]);
  expect(await stack.rows("agent_logs", `job_id=eq.${BOILER}&select=input_type`)).toEqual([
    { input_type: "voice" },
  ]);
  await page.getByRole("button", { name: "Everything sent" }).waitFor();
  expect(await moves()).toHaveLength(1);
  await entries().getByText("Full Transcription").waitFor();
});

it("takes an entry out of its job and puts it back, and finds it by the texts of the job", async () => {
  await open("/history");
  await entries()
    .getByRole("button", { name: /^Job, / })
    .click();
  await choice("No job").click();
  await page.getByText("No longer in A-90 · Pump.").waitFor();
  const link = entries().getByRole("link", { name: "A-90 · Pump" });
  await link.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).click();
  await link.waitFor();
  await page.getByRole("searchbox", { name: "Search your history" }).fill("harbour hotel pump");
  await page.getByText("1 entry", { exact: true }).waitFor();
});

it("says that a job is not on this device, and shows none where a company has no open job", async () => {
  await open(`/history?job=${crypto.randomUUID()}`);
  await page.getByText("This job is not on this device. It may have been deleted.").waitFor();
  await page.getByRole("link", { name: "Your whole history" }).click();
  await entries().waitFor();
  await stack.write("PATCH", `jobs?company_id=eq.${stack.company.id}`, { status: "closed" });
  await open("/voice-agent");
  await chip().waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Start recording" }).waitFor();
  await stack.write("PATCH", `jobs?company_id=eq.${stack.company.id}`, { status: "open" });
  await open("/voice-agent");
  await chip().waitFor();
});

it("works by finger, keyboard and screen reader, and does not move", async () => {
  await open("/voice-agent");
  await chip().click();
  await choice(/A-200/).click();
  const pages = {
    [`/history?job=${PUMP}`]: "A-90 · Pump",
    "/history": "Your Agent History",
    "/voice-agent": "Voice Agent",
    "/snap-agent": "Snap Agent",
    "/label-agent": "Label Agent",
    "/ask-agent": "Ask Agent",
  };
  expect(await troubleOn(browser, page, pages, ON_PAGES)).toEqual([]);
});

it("is accessible where jobs are chosen, without a network, and where a job is unknown", async () => {
  const trouble = await troubleIn(page, ON_PAGES, async ({ go, look, lookAtAll }) => {
    await go("/voice-agent");
    await chip().click();
    await page.getByText("2 open jobs").waitFor();
    await look("jobs to choose from");
    await sheet().getByLabel("Search the open jobs").fill("zebra");
    await page.getByText("No open job fits this search.").waitFor();
    await look("no job fits");
    await sheet().getByRole("button", { name: "Show all open jobs" }).click();
    await page.getByText("2 open jobs").waitFor();
    await go(`/history?job=${crypto.randomUUID()}`);
    await page.getByText("This job is not on this device.").waitFor();
    expect(await page.getByText("Nothing was made for this job yet").count()).toBe(0);
    await lookAtAll("unknown job");
    stack.network.cut();
    await go(`/history?job=${PUMP}`);
    await page.getByText(/^As of /).waitFor();
    await lookAtAll("job without a network");
    stack.network.restore();
  });
  expect(trouble).toEqual([]);
});

it.each([
  { width: 320, text: 16 },
  { width: PHONE.width, text: 32 },
])("cuts nothing off on a phone of $width px, with text of $text px", async ({ width, text }) => {
  const session = await page.context().newCDPSession(page);
  await session.send("Page.setFontSizes", { fontSizes: { standard: text } });
  await page.setViewportSize({ ...PHONE, width });
  const lost: string[] = [];
  const look = async (what: string, ...found: string[]) => {
    await untilSettled(page);
    found.push(...(await cutTextTrouble(page)));
    lost.push(...found.map((line) => `${what}: ${line}`));
  };
  for (const path of [`/history?job=${PUMP}`, "/snap-agent", "/ask-agent", "/voice-agent"]) {
    await open(path);
    if (path.endsWith("agent")) await chip().waitFor();
    else await entries().waitFor();
    await look(path, ...(await overlapTrouble(page)));
  }
  await chip().click();
  await choice(/A-200/).waitFor();
  await look("jobs to choose from");
  expect(lost).toEqual([]);
});
