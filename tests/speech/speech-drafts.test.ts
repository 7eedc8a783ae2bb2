// @module-tag night

import type { Page } from "playwright";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { axeTrouble } from "../support/e2e/axe.ts";
import type { ChromiumProcess } from "../support/e2e/chromium.ts";
import { forgetTraces } from "../support/e2e/pages.ts";
import { type Stack, startStack } from "../support/e2e/stack.ts";
import { signInAs, syncStatus, untilInstalled, untilTimer } from "../support/e2e/voice-pages.ts";
import { type RealVoice, realVoice } from "../support/real-voice.ts";
import { wordErrorRate } from "../support/word-errors.ts";

/** How wrong the words may be, and how late after Stop, as a multiple of the note's length. */
const MOST_WRONG = 0.1;
const LATEST = 3;

const TITLE = "Draft, made on this device";

let voice: RealVoice;
let stack: Stack;
let browser: ChromiumProcess;
let page: Page;
/** Addresses of other origins that the browser asked for anything. */
const elsewhere: string[] = [];

beforeAll(async () => {
  voice = await realVoice();
  stack = await startStack({ ownBackend: true, writeMicrophone: voice.write });
  browser = await stack.browser("device");
  page = await newPage();
  await signInAs(page, stack.network.url, stack.technician);
  await untilInstalled(page);
  await page.goto(`${stack.network.url}/settings#this-device`);
  await page.getByRole("button", { name: /small/i }).click();
  await page.getByText("Ready: the small model is on this device.").waitFor();
});
afterAll(() => stack.stop());
afterEach(async () => {
  stack.network.restore();
  await forgetTraces(stack);
});

async function newPage(): Promise<Page> {
  browser.context.on("request", (request) => {
    const { protocol } = new URL(request.url());
    const isOwn = request.url().startsWith(`${stack.network.url}/`);
    if (!isOwn && protocol.startsWith("http")) elsewhere.push(request.url());
  });
  return browser.newPage();
}

/** Records until everything is said. @returns the length of the note, in seconds */
async function speak(start: string, stop: string): Promise<number> {
  await page.getByRole("button", { name: start }).click();
  const seconds = Math.ceil(voice.seconds) + 1;
  await untilTimer(page, seconds);
  await page.getByRole("button", { name: stop }).click();
  return seconds;
}

/** Waits until the one item that was made is on the server, and the page says so. */
async function untilArrived(): Promise<void> {
  await syncStatus(page, "Everything sent").waitFor();
  expect(await stack.rows("agent_logs")).toHaveLength(1);
}

/** The time that the device takes for speech, as a part of its length, as its tabs know it. */
async function measuredSpeed(): Promise<number> {
  const read = () =>
    page.evaluate(() => JSON.parse(localStorage.getItem("speechModel") ?? "{}").speed?.factor);
  await expect.poll(read).toBeTypeOf("number");
  return read();
}

/** The text of the draft, once all of it is understood. @param length of the note, in seconds */
async function wholeDraft(length: number): Promise<string> {
  const draft = page.getByRole("region", { name: TITLE });
  await draft.waitFor({ timeout: LATEST * length * 1000 });
  await draft.getByText("The rest is not understood yet.").waitFor({ state: "hidden" });
  return ((await draft.locator("p").first().textContent()) ?? "").trim();
}

it("without a signal, what was said stands on the page and in the history, also after a restart", async () => {
  await page.goto(`${stack.network.url}/voice-agent`);
  stack.network.cut();
  const length = await speak("Start recording", "Stop recording");
  await page.getByText("Saved on this device.").waitFor();
  const text = await wholeDraft(length);
  expect(wordErrorRate(voice.text, text)).toBeLessThan(MOST_WRONG);
  await page.goto(`${stack.network.url}/history`);
  expect(await wholeDraft(length)).toBe(text);
  expect(await axeTrouble(page)).toEqual([]);

  await browser.close();
  browser = await stack.browser("device");
  page = await newPage();
  await page.goto(`${stack.network.url}/history`);
  expect(await wholeDraft(length)).toBe(text);
  stack.network.restore();
  await untilArrived();
  const [log] = await stack.rows("agent_logs");
  expect(log?.input_data).not.toBe(text);
  expect(stack.provider.callsTo("transcription")).toHaveLength(1);
  // The draft stays reachable.
  await page.locator("summary", { hasText: TITLE }).click();
  await page.getByText(text.split(" ").slice(0, 4).join(" ")).waitFor();
  expect(elsewhere).toEqual([]);
});

it("once the device is known to keep up, a note is understood while it is spoken", async () => {
  await page.goto(`${stack.network.url}/voice-agent`);
  const factor = await measuredSpeed();
  stack.network.cut();
  const length = await speak("Start recording", "Stop recording");
  await page.getByText("Saved on this device.").waitFor();
  const stopped = performance.now();
  const text = await wholeDraft(length);
  const waited = (performance.now() - stopped) / 1000;
  expect(wordErrorRate(voice.text, text)).toBeLessThan(MOST_WRONG);
  // Only the last piece is left then, and loading the model again on a slow machine.
  if (factor < 0.3) expect(waited).toBeLessThan(length / 3);
  stack.network.restore();
  await untilArrived();
});

it("without a signal, a spoken question is read, corrected, and finds passages", async () => {
  await page.goto(`${stack.network.url}/ask-agent`);
  await page.getByRole("button", { name: "Voice input" }).waitFor();
  stack.network.cut();
  await speak("Voice input", "Stop");
  await page.getByRole("button", { name: "Correct the words" }).click();
  const words = page.getByRole("textbox", { name: "Your question in words" });
  expect(wordErrorRate(voice.text, await words.inputValue())).toBeLessThan(MOST_WRONG);
  expect(await axeTrouble(page)).toEqual([]);
  await words.fill("How do I clean the condensate filter?");
  await page.getByRole("button", { name: "Ask in these words" }).click();
  await page.getByText("From the manuals on this device").waitFor();
  await page.getByRole("button", { name: "Withdraw" }).waitFor();
  stack.network.restore();
  await untilArrived();
  expect(stack.provider.callsTo("transcription")).toEqual([]);
  expect(browser.consoleTrouble.filter((line) => !line.includes("ERR_"))).toEqual([]);
});

it("where the server has nobody who transcribes, the draft is what is logged, and marked", async () => {
  await stack.restart({ withProvider: false });
  await page.goto(`${stack.network.url}/voice-agent`);
  stack.network.cut();
  const length = await speak("Start recording", "Stop recording");
  const text = await wholeDraft(length);
  stack.network.restore();
  await untilArrived();
  const [log] = await stack.rows("agent_logs");
  expect(log?.input_data).toBe(text);
  expect(await stack.rows("detailed_agent_logs")).toMatchObject([
    { ai_model: "moonshine-tiny (on the device)", status: "success" },
  ]);
  await page.goto(`${stack.network.url}/history`);
  await page.getByText("Transcribed by this device").waitFor();
  await stack.restart({ withProvider: true });
});
