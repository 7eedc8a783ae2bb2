// @module-tag rest

import { readFileSync } from "node:fs";
import type { Page } from "playwright";
import { beforeAll, beforeEach, expect, it } from "vitest";
import type { ChromiumProcess } from "../support/e2e/chromium.ts";
import { deviceStorage, sha256, writeRow } from "../support/e2e/device-storage.ts";
import {
  forgetTraces,
  goOnline,
  signedIn,
  stackForTests,
  untilPlaying,
} from "../support/e2e/pages.ts";
import { recordNote, syncStatus } from "../support/e2e/voice-pages.ts";

const stack = stackForTests();
let technician: string;
let browser: ChromiumProcess;
let page: Page;

beforeAll(async () => {
  technician = await stack.userId(stack.technician);
});

let devices = 0;
beforeEach(async () => {
  stack.network.restore();
  stack.provider.reset();
  await forgetTraces(stack);
  devices += 1;
  page = await signedIn(stack, stack.technician, {
    device: `device ${devices}`,
    isInstalled: true,
  });
  browser = stack.browserOf(page);
  return () => browser.close();
});

const open = (path: string) => page.goto(`${stack.network.url}${path}`);
const button = (name: string | RegExp) => page.getByRole("main").getByRole("button", { name });
const listen = () => button(/^Listen, 0:0\d, recorded /);

/** Records a note and waits until it arrived; with "silence" no speech is recognised in it. */
async function arrive(speech: "speech" | "silence"): Promise<string> {
  if (speech === "silence") {
    stack.provider.respondWith({ to: "transcription", do: "answer", text: "" });
  }
  const before = (await stack.rows("agent_logs")).length;
  await open("/voice-agent");
  await recordNote(page, 2);
  await expect.poll(() => stack.rows("agent_logs")).toHaveLength(before + 1);
  await syncStatus(page, "Everything sent").waitFor();
  const rows = await stack.rows("agent_logs", "order=created_at.desc&limit=1");
  return String(rows[0]?.id);
}

async function kept() {
  const storage = await deviceStorage(page, technician);
  if (storage === null) throw new Error("There is no database");
  return storage;
}

/** Hashes of the recordings that the provider received, in order. */
function heard(): string[] {
  return stack.provider.callsTo("transcription").map(({ file }) => sha256(file.bytes));
}

const position = () => page.getByRole("slider", { name: "Position" });

async function playsToItsEnd(): Promise<void> {
  await untilPlaying(page, () => listen().click());
  // The button comes back by itself after the whole recording was played.
  await listen().waitFor();
  await expect.poll(async () => Number(await position().inputValue())).toBeGreaterThan(1.5);
}

it("a sent recording can be played from the history without a network, after a restart", async () => {
  const id = await arrive("speech");
  await page.getByText("Full Transcription").waitFor();
  await playsToItsEnd();
  stack.network.cut();
  const storage = await kept();
  expect([storage.recordingHashes[id]]).toEqual(heard());
  expect(storage.recordings).toEqual([]);
  await browser.close();

  browser = await stack.browser(`device ${devices}`);
  page = await browser.newPage();
  await open("/history");
  await playsToItsEnd();
  // On the smallest phones they stand in rows of three, of which none has a single button.
  await page.setViewportSize({ width: 320, height: 640 });
  await page.getByRole("list", { name: "History" }).getByRole("article").waitFor();
  const tops = await listen()
    .locator("..")
    .locator("> button")
    .evaluateAll((buttons) => buttons.map((each) => Math.round(each.getBoundingClientRect().top)));
  const rows = [...new Set(tops)].map((top) => tops.filter((each) => each === top).length);
  expect(rows).toEqual([3, 2]);
  await playsToItsEnd();
  // From where the person drags it.
  await position().fill("1.5");
  await button("Speed 1×").click();
  await button("Speed 1.5×").waitFor();
  const seconds = () => page.getByText(/^0:0\d \/ 0:0\d$/).textContent();
  expect(await seconds()).toMatch(/^0:01/);
  await playsToItsEnd();
  expect(browser.consoleTrouble.filter((line) => !line.includes("ERR_"))).toEqual([]);
});

it("a tap on a line of the device's own transcription plays the recording from there, as long as it is kept", async () => {
  const id = await arrive("speech");
  const change = (table: string, row: object | null) =>
    writeRow(page, { personId: technician, table }, id, row);
  const word = (text: string) => ({ text, logProbability: 0 });
  await change("speechDrafts", {
    ...{ id, model: "moonshine-tiny", state: "whole", attempts: 1 },
    pieces: [
      { start: 0.1, end: 0.9, words: [word("One"), { ...word("pump"), heard: "bump" }] },
      { start: 1.2, end: 1.8, words: [word("rattles")] },
    ],
  });
  await open("/history");
  await page.getByText("Draft, made on this device").click();
  await untilPlaying(page, async () => {
    const word = await page.getByText("rattles", { exact: true }).boundingBox();
    await page.mouse.click((word?.x ?? 0) + 10, (word?.y ?? 0) + 10);
  });
  await expect.poll(async () => Number(await position().inputValue())).toBeGreaterThan(1.2);
  await listen().waitFor();
  await button("Play from 0:00").press("Enter");
  await button(/^Stop playing/).waitFor();
  await button("pump, heard as bump. Undo").click();
  await page.getByText("One bump").waitFor();
  await change("keptAudio", null);
  await open("/history");
  await page.getByText("Draft, made on this device").click();
  await page.getByText("rattles").waitFor();
  expect(await button(/^Play from/).count()).toBe(0);
});

it("a recording without recognised speech can be played, exported, sent again, and discarded", async () => {
  await arrive("silence");
  await page.getByText("No speech was recognised in this recording.").waitFor();
  await playsToItsEnd();
  const saving = page.waitForEvent("download");
  await button("Export").click();
  const download = await saving;
  expect(download.suggestedFilename()).toMatch(/^voice-note-\d{4}-\d\d-\d\d-\d{4}\.webm$/);
  expect([sha256(readFileSync(await download.path()))]).toEqual(heard());

  await open("/history");
  await page.getByText("No speech was recognised", { exact: true }).waitFor();
  stack.network.cut();
  await button("Send again").click();
  await page.getByText("This recording was sent again.").waitFor();
  const waiting = page.getByRole("list", { name: "Not sent yet" }).getByRole("listitem");
  await waiting.getByText("Voice note").waitFor();
  expect(await waiting.count()).toBe(1);
  await syncStatus(page, "1 waiting to send").waitFor();
  await listen().waitFor({ state: "detached" });

  await goOnline(stack, page);
  await syncStatus(page, "Everything sent").waitFor();
  expect(await stack.rows("agent_logs")).toHaveLength(2);
  const [first, ...again] = heard();
  expect(again).toEqual([first]);

  await arrive("silence");
  await button("Discard").click();
  await button("Discard for good").click();
  await button("Discard for good").waitFor({ state: "detached" });
  await open("/history");
  await page.getByText("The recording is not on this device.").waitFor();
  expect(Object.values((await kept()).recordingHashes)).toEqual([first]);
});
