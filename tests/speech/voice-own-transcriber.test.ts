// @module-tag rest
// @module-tag long

import { afterAll, beforeAll, expect, it } from "vitest";
import { type Stack, startStack } from "../support/e2e/stack.ts";
import { untilTimer } from "../support/e2e/voice-pages.ts";
import { type RealVoice, realVoice } from "../support/real-voice.ts";
import { wordErrorRate } from "../support/word-errors.ts";

/** How wrong the words may be, and how late after Stop, as a multiple of the note's length. */
const MOST_WRONG = 0.1;
const LATEST = 3;

let voice: RealVoice;
let stack: Stack;

beforeAll(async () => {
  voice = await realVoice();
  stack = await startStack({
    withProvider: false,
    // As in a fresh clone, no key is set; the model is computed as fast as it can be.
    env: { AI_TRANSCRIBE: "", DENO_V8_FLAGS: "--no-liftoff-only" },
    writeMicrophone: voice.write,
  });
});
afterAll(() => stack.stop());

it("without a key, four taps and some sentences stand in the history as their words", async () => {
  const browser = await stack.browser("online");
  const page = await browser.newPage();
  await page.goto(`${stack.network.url}/auth`);
  await page.getByRole("button", { name: stack.technician }).click();
  await page.waitForURL("**/dashboard");
  await page
    .getByRole("link", { name: /Voice Agent/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Start recording" }).click();
  const seconds = Math.ceil(voice.seconds) + 1;
  await untilTimer(page, seconds);
  await page.getByRole("button", { name: "Stop recording" }).click();
  await page.getByRole("link", { name: "History" }).first().click();
  const heading = page.getByRole("heading", { name: "Full Transcription" });
  await heading.waitFor({ timeout: LATEST * seconds * 1000 });
  const [log, ...others] = await stack.rows("agent_logs");
  expect(others).toEqual([]);
  const heard = String(log?.input_data);
  expect(await page.getByText(heard).count()).toBe(1);
  expect(wordErrorRate(voice.text, heard)).toBeLessThan(MOST_WRONG);
  expect(browser.consoleTrouble).toEqual([]);
  await browser.close();
});
