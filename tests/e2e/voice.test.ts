import type { Page } from "playwright";
import { afterEach, expect, it, vi } from "vitest";
import { decodedSeconds, deviceStorage, sha256 } from "../support/e2e/device-storage.ts";
import { forgetTraces, signedIn, stackForTests } from "../support/e2e/pages.ts";
import { wakeWorker } from "../support/e2e/service-worker.ts";
import { recordNote, signInAs, syncStatus } from "../support/e2e/voice-pages.ts";

const stack = stackForTests();

afterEach(() => forgetTraces(stack));

const SAVED = "Saved on this device. It will be sent when you are back online.";

it("offline, recorded, tab closed, browser restarted, online: the note arrives once", async () => {
  const tab = await signedIn(stack, stack.technician, { device: "restarted", isInstalled: true });
  const before = stack.browserOf(tab);
  await tab.goto(`${stack.network.url}/voice-agent`);
  stack.network.cut();
  await recordNote(tab, 3);
  await tab.getByText(SAVED).waitFor();
  const technician = await stack.userId(stack.technician);
  const kept = await deviceStorage(tab, technician);
  const [item] = kept?.outbox ?? [];
  await tab.close();
  await before.close();

  const after = await stack.browser("restarted");
  const page = await after.newPage();
  await page.goto(`${stack.network.url}/history`);
  await syncStatus(page, "1 waiting to send").waitFor();
  expect(await stack.rows("agent_logs")).toEqual([]);
  stack.network.restore();
  // The note may already have been sent by itself.
  await syncStatus(page, /^(1 waiting to send|Everything sent)$/).click();
  await page.getByRole("dialog", { name: "Waiting to send" }).waitFor();
  await syncStatus(page, "Everything sent").waitFor({ state: "attached" });

  const logs = await stack.rows("agent_logs");
  expect(logs.map((log) => log.id)).toEqual([item?.id]);
  expect(await stack.rows("detailed_agent_logs")).toHaveLength(1);
  const calls = stack.provider.callsTo("transcription");
  expect(calls).toHaveLength(1);
  const audio = calls[0]?.file.bytes ?? new Uint8Array();
  expect(sha256(audio)).toBe(kept?.recordingHashes[item?.id ?? ""]);
  expect(await decodedSeconds(page, audio)).toBeGreaterThan(2.5);
  await page.goto(`${stack.network.url}/history`);
  await page.getByText(String(logs[0]?.output_summary)).first().waitFor();
  await after.close();
});

it("offline, recorded, tab closed, the network back: the worker sends it with no tab open", async () => {
  const tab = await signedIn(stack, stack.technician, { device: "left", isInstalled: true });
  const browser = stack.browserOf(tab);
  await tab.goto(`${stack.network.url}/voice-agent`);
  stack.network.cut();
  await recordNote(tab, 2);
  await tab.getByText(SAVED).waitFor();
  await tab.close();
  expect(await stack.rows("agent_logs")).toEqual([]);

  stack.network.restore();
  await wakeWorker(browser.context, stack.network.url);
  await vi.waitFor(async () => expect(await stack.rows("agent_logs")).toHaveLength(1), {
    timeout: 60_000,
    interval: 250,
  });
  expect(stack.provider.callsTo("transcription")).toHaveLength(1);

  const page = await browser.newPage();
  await page.goto(`${stack.network.url}/history`);
  await syncStatus(page, "Everything sent").waitFor();
  const entries = page.getByRole("main").getByRole("listitem");
  await expect.poll(() => entries.count()).toBe(1);
  // The worker, too, keeps what it has sent.
  await page.getByRole("button", { name: /^Listen, 0:0\d, recorded / }).waitFor();
});

it("records, transcribes and shows a voice note, and leaves one row of each kind", async () => {
  const browser = await stack.browser();
  const page = await browser.newPage();
  await witnessRecorder(page);
  await signInAs(page, stack.network.url, stack.technician);
  await page
    .getByRole("link", { name: /Voice Agent/ })
    .first()
    .click();
  await page.getByText("How it works").waitFor();
  const startedAt = performance.now();
  await recordNote(page, 4);
  const elapsed = (performance.now() - startedAt) / 1000;

  await page.getByText("Full Transcription").waitFor();
  const [call] = stack.provider.callsTo("transcription");
  if (call === undefined) throw new Error("The provider was not called");
  const [log] = await stack.rows("agent_logs");
  await page.getByText(String(log?.input_data)).first().waitFor();
  await page.getByText("Suggested Summary").waitFor();

  await page.goto(`${stack.network.url}/history`);
  const entries = page.getByRole("main").getByRole("listitem");
  await expect.poll(() => entries.count()).toBe(1);
  await syncStatus(page, "Everything sent").waitFor();
  await page.getByRole("article").getByText("Summary", { exact: true }).waitFor();

  expect(await stack.rows("agent_logs")).toEqual([
    expect.objectContaining({ agent_type: "voice", input_type: "voice" }),
  ]);
  expect(await stack.rows("detailed_agent_logs")).toEqual([
    expect.objectContaining({
      agent_type: "voice_agent",
      status: "success",
      user_email: stack.technician,
      request_key: log?.id,
    }),
  ]);
  expect(stack.provider.callsTo("transcription")).toHaveLength(1);

  expect(sha256(call.file.bytes)).toBe(sha256(await recordedBytes(page)));
  const seconds = await decodedSeconds(page, call.file.bytes);
  expect(seconds).toBeGreaterThan(3.5);
  expect(seconds).toBeLessThan(elapsed + 1);
  expect(browser.consoleTrouble).toEqual([]);
  await browser.close();
});

/** Copies every chunk that the browser's own recorder delivers, independently of the app. */
async function witnessRecorder(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const start = MediaRecorder.prototype.start;
    MediaRecorder.prototype.start = function (...options) {
      const chunks: Blob[] = [];
      this.addEventListener("dataavailable", (event) => chunks.push(event.data));
      this.addEventListener("stop", async () => {
        const bytes = new Uint8Array(await new Blob(chunks).arrayBuffer());
        sessionStorage.setItem("witness", JSON.stringify(Array.from(bytes)));
      });
      return start.apply(this, options);
    };
  });
}

async function recordedBytes(page: Page): Promise<Uint8Array> {
  const stored = await page.evaluate(() => sessionStorage.getItem("witness"));
  return Uint8Array.from(JSON.parse(stored ?? "[]") as number[]);
}
