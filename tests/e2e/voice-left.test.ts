// @module-tag rest

import type { Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { forgetTraces } from "../support/e2e/agent-traces.ts";
import type { ChromiumProcess } from "../support/e2e/chromium.ts";
import { decodedSeconds, deviceStorage } from "../support/e2e/device-storage.ts";
import { PHONE } from "../support/e2e/screens.ts";
import { type Stack, startStack, TECHNICIAN } from "../support/e2e/stack.ts";
import { saidByStatus, witnessStatus } from "../support/e2e/status-witness.ts";
import { untilToast } from "../support/e2e/toasts.ts";
import { signInAs, syncStatus, untilInstalled, untilTimer } from "../support/e2e/voice-pages.ts";

let stack: Stack;
let browser: ChromiumProcess;
let page: Page;
let technician: string;
let device: string;

beforeAll(async () => {
  stack = await startStack();
  technician = await stack.userId(TECHNICIAN);
});
afterAll(() => stack.stop());

beforeEach(async ({ task }) => {
  device = task.id;
  browser = await stack.browser(device);
  page = await browser.newPage();
  await page.setViewportSize(PHONE);
  await signInAs(page, stack.network.url, TECHNICIAN);
  await untilInstalled(page);
  await syncStatus(page, "Everything sent").waitFor();
});
afterEach(async () => {
  // Of a network that was cut, the browser and supabase-js tell themselves.
  const trouble = browser.consoleTrouble.filter((line) => !/net::ERR_|Failed to fetch/.test(line));
  expect(trouble).toEqual([]);
  await browser.kill();
  stack.network.restore();
  await forgetTraces(stack);
});

/** Goes to the Voice page by a link, as people do, and speaks for so many seconds. */
async function speak(seconds = 2): Promise<void> {
  await page.getByRole("link", { name: /Voice/ }).first().click();
  await page.getByRole("button", { name: "Start recording" }).click();
  await untilTimer(page, seconds);
  await syncStatus(page, "Recording now").waitFor();
}

const home = () => page.getByRole("link", { name: "Home" }).first().click();
const undo = () => page.getByRole("button", { name: "Undo" });
const stored = async () => {
  const kept = await deviceStorage(page, technician);
  return {
    items: kept?.outbox.map(({ state }) => state),
    recordings: kept?.recordings.map(({ state }) => state),
  };
};
const NOTHING = { items: [], recordings: [] };
const UNFINISHED = { items: [], recordings: ["recording"] };

async function openDialog(name = "1 unfinished recording") {
  await syncStatus(page, name).click();
  return page.getByRole("dialog", { name: "Waiting to send" });
}

describe("leaving the Voice page while recording", () => {
  it("by Home keeps and sends the note, and never says that everything is sent before", async () => {
    await witnessStatus(page);
    await speak(3);
    await home();
    await page.waitForURL("**/dashboard");
    await page.getByRole("status").filter({ hasText: "Recording saved" }).waitFor();
    await syncStatus(page, "1 waiting to send").waitFor();
    await syncStatus(page, "Everything sent").waitFor();
    expect(await saidByStatus(page)).toEqual([
      "Everything sent",
      "Recording now",
      "1 waiting to send",
      "Everything sent",
    ]);
    expect(await stack.rows("agent_logs")).toHaveLength(1);
    const [call] = stack.provider.callsTo("transcription");
    expect(await decodedSeconds(page, call?.file.bytes ?? new Uint8Array())).toBeGreaterThan(2.5);
    expect(stack.provider.callsTo("transcription")).toHaveLength(1);
    expect(await stored()).toEqual(NOTHING);
  });

  it("by the browser's back while paused does the same, and the page shows what became of it", async () => {
    await speak();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.goBack();
    await page.waitForURL("**/dashboard");
    await undo().waitFor();
    await page.goForward();
    await page.getByText("Saved on this device").waitFor();
    await page.getByText("Full Transcription").waitFor();
    await syncStatus(page, "Everything sent").waitFor();
    expect(await stack.rows("agent_logs")).toHaveLength(1);
  });

  it("is undone on whichever page, however often it is tapped: the note is unfinished, and sent when asked", async () => {
    await witnessStatus(page);
    await speak();
    await home();
    await page.getByRole("link", { name: "Label" }).first().click();
    await undo().dblclick();
    await untilToast(page, "status", "Recording not sent");
    await syncStatus(page, "1 unfinished recording").waitFor();
    expect(await stored()).toEqual(UNFINISHED);

    await page.goto(`${stack.network.url}/voice-agent`);
    await page.getByRole("button", { name: "Keep", exact: true }).waitFor();
    await page.getByRole("button", { name: "Discard", exact: true }).waitFor();
    const dialog = await openDialog();
    await dialog.getByRole("button", { name: "Play" }).click();
    await dialog.getByRole("button", { name: "Stop playing" }).waitFor();
    await witnessStatus(page);
    await dialog.getByRole("button", { name: "Send", exact: true }).click();
    await dialog.getByText("Everything you made on this device has arrived.").waitFor();
    await page.keyboard.press("Escape");
    await syncStatus(page, "Everything sent").waitFor();
    expect(await saidByStatus(page)).toEqual([
      "1 unfinished recording",
      "1 waiting to send",
      "Everything sent",
    ]);
    expect(await stack.rows("agent_logs")).toHaveLength(1);
    expect(stack.provider.callsTo("transcription")).toHaveLength(1);
  });

  it("is not undone once it is on its way, and the toast says so", async () => {
    stack.provider.respondWith({ to: "transcription", do: "hold", text: "Held back." });
    await speak();
    await home();
    const dialog = await openDialog("1 waiting to send");
    await dialog.getByRole("button", { name: "Send now" }).click();
    await dialog.getByText("Sending", { exact: true }).waitFor();
    await stack.provider.called(1, "transcription");
    await undo().click();
    await page.getByText("The recording is already on its way.").waitFor();
    stack.provider.release();
    await dialog.getByText("Everything you made on this device has arrived.").waitFor();
    expect(await stack.rows("agent_logs")).toHaveLength(1);
  });

  it("and killing the browser at once: the next start sends it", async () => {
    await speak();
    await home();
    await undo().waitFor();
    expect((await stored()).items).toEqual(["queued"]);
    await restart();
    await page.goto(`${stack.network.url}/dashboard`);
    await syncStatus(page, "Everything sent").waitFor();
    await expect.poll(() => stack.rows("agent_logs")).toHaveLength(1);
    expect(stack.provider.callsTo("transcription")).toHaveLength(1);
  });

  it("and signing out at once: the toast goes, the warning names it, the next sign-in sends it", async () => {
    await speak();
    await home();
    // Under the pointer a toast stays, so that nothing but the sign-out takes it away.
    await undo().hover();
    stack.network.cut();
    await page.getByRole("button", { name: "Menu" }).press("Enter");
    await page.getByRole("button", { name: "Logout" }).press("Enter");
    const warning = page.getByRole("dialog", { name: "Sign out?" });
    await warning.getByText(/^1 item is waiting on this device/).waitFor();
    await warning.getByRole("button", { name: "Sign out" }).press("Enter");
    await page.waitForURL("**/auth");
    await undo().waitFor({ state: "detached" });
    stack.network.restore();
    await signInAs(page, stack.network.url, TECHNICIAN);
    await syncStatus(page, "Everything sent").waitFor();
    expect(await stack.rows("agent_logs")).toHaveLength(1);
  });

  it("before anything was captured leaves nothing behind, and says nothing", async () => {
    await page.getByRole("link", { name: /Voice/ }).first().click();
    await page.evaluate(() => {
      const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      navigator.mediaDevices.getUserMedia = async (asked) => {
        const stream = await ask(asked);
        await new Promise<void>((resolve) => Object.assign(globalThis, { grant: resolve }));
        return stream;
      };
    });
    await page.getByRole("button", { name: "Start recording" }).click();
    await page.getByText("Waiting for the microphone...").waitFor();
    await home();
    await page.waitForFunction(() => Reflect.has(globalThis, "grant"));
    await page.evaluate(() => Reflect.get(globalThis, "grant")());
    await page.getByRole("link", { name: /Voice/ }).first().click();
    await page.getByText("Tap to start recording").waitFor();
    expect(await stored()).toEqual(NOTHING);
    expect(await undo().count()).toBe(0);
    await syncStatus(page, "Everything sent").waitFor();
  });
});

describe("a recording that nobody finished", () => {
  it("is counted wherever the app says what is not sent, and sent or discarded from there", async () => {
    await speak();
    await restart();
    await page.goto(`${stack.network.url}/dashboard`);
    let dialog = await openDialog();
    await dialog.getByText(/^Unfinished recording, 0:0\d$/).waitFor();
    for (const name of ["Play", "Discard", "Send"]) {
      await dialog.getByRole("button", { name, exact: true }).waitFor();
    }
    await page.keyboard.press("Escape");

    await page.goto(`${stack.network.url}/history`);
    const entry = page.getByRole("main").getByRole("listitem");
    await entry.getByText(/^Unfinished recording/).waitFor();
    await entry.getByRole("button", { name: "Send", exact: true }).waitFor();
    await page.goto(`${stack.network.url}/history?agent=snap`);
    await page.getByText("No agent history found").waitFor();

    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("button", { name: "Logout" }).click();
    const warning = page.getByRole("dialog", { name: "Sign out?" });
    await warning.getByText(/^1 unfinished recording stays on this device/).waitFor();
    await warning.getByRole("button", { name: "Stay" }).click();

    await page.goto(`${stack.network.url}/settings`);
    await page.getByRole("button", { name: "Sign out here" }).click();
    const ask = page.getByRole("dialog", { name: "Sign out?" });
    await ask.getByText(/^1 unfinished recording stays on this device/).waitFor();
    await ask.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Remove my data from this device" }).click();
    const removal = page.getByRole("dialog");
    await removal.getByText("1 thing was never sent and would be lost.").waitFor();
    await removal.getByRole("button", { name: "Cancel" }).click();

    dialog = await openDialog();
    await dialog.getByRole("button", { name: "Discard", exact: true }).click();
    expect(await stored()).toEqual(UNFINISHED);
    await dialog.getByRole("button", { name: "Discard for good" }).click();
    await dialog.getByText("Everything you made on this device has arrived.").waitFor();
    await page.keyboard.press("Escape");
    await syncStatus(page, "Everything sent").waitFor();
    expect(await stored()).toEqual(NOTHING);
    expect(await stack.rows("agent_logs")).toEqual([]);
  });

  it("is counted beside what waits", async () => {
    stack.network.cut();
    await speak();
    await home();
    await syncStatus(page, "1 waiting to send").waitFor();
    await speak();
    await syncStatus(page, "1 waiting to send, recording now").waitFor();
    await restart();
    await page.goto(`${stack.network.url}/history`);
    await syncStatus(page, "1 waiting to send, 1 unfinished recording").waitFor();
    await expect.poll(() => page.getByRole("main").getByRole("listitem").count()).toBe(2);
    stack.network.restore();
    await page.goto(`${stack.network.url}/history`);
    await syncStatus(page, /^1 unfinished recording$/).waitFor();
    await page.getByRole("main").getByRole("button", { name: "Send", exact: true }).click();
    await syncStatus(page, "Everything sent").waitFor();
    expect(await stack.rows("agent_logs")).toHaveLength(2);
  });

  it("is known in the other tab: as a recording while it is one, as unfinished when its tab is closed", async () => {
    const other = await browser.newPage();
    await other.goto(`${stack.network.url}/dashboard`);
    await syncStatus(other, "Everything sent").waitFor();
    await speak();
    await syncStatus(other, "Recording now").waitFor();
    await page.close();
    await syncStatus(other, "1 unfinished recording").waitFor();
    page = other;
  });
});

describe("a spoken question", () => {
  it("whose page is left is not asked: it is kept, counted, and asked when its person sends it", async () => {
    await page.goto(`${stack.network.url}/ask-agent`);
    await page.getByRole("button", { name: "Voice input" }).click();
    await page.getByRole("button", { name: "Stop", exact: true }).waitFor();
    await expect.poll(async () => (await stored()).recordings).toEqual(["recording"]);
    await syncStatus(page, "Recording now").waitFor();
    await expect
      .poll(() => page.getByRole("timer").textContent(), { interval: 100 })
      .not.toBe("0:00");
    await home();
    await page.getByText(/Your question is kept on this device and was not asked/).waitFor();
    const dialog = await openDialog();
    await dialog.getByText(/^Unfinished question, 0:0\d$/).waitFor();
    expect(stack.provider.calls).toHaveLength(0);
    await dialog.getByRole("button", { name: "Send", exact: true }).click();
    await dialog.getByText("Everything you made on this device has arrived.").waitFor();
    expect(await stack.rows("agent_logs")).toEqual([
      expect.objectContaining({ agent_type: "ask", input_type: "voice" }),
    ]);
  });
});

/** Kills the browser and starts it again on the same device. */
async function restart(): Promise<void> {
  await browser.kill();
  browser = await stack.browser(device);
  page = await browser.newPage();
  await page.setViewportSize(PHONE);
}
